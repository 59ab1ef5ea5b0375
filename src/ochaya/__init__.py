"""Ochaya, a tea house of four board games: their rules, their opponents and a table to play at."""

__version__ = "0.1.0"
