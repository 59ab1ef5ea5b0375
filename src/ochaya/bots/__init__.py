"""Who may sit in a seat besides a person: bots, their levels and the processes they think in."""
