"""Learning what an action leaves behind: players look one action ahead, values are learned by differences in time."""
