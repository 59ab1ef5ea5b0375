"""Bots against bots: pairing, statistics, reports."""
