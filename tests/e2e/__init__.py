"""Whole matches in a real browser against a real server."""
