"""The same games for learners."""
