"""The command `ochaya`: play, look at and measure games in a terminal. One file per command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from ochaya.cli.app import run

    run()
