"""Checks that `make check` runs and that are no part of the package."""
