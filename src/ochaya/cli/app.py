"""The command line as a whole: which commands there are, and how they answer bad input.

Commands import what is heavy (Numba, the games) inside themselves, so that `ochaya --help` answers at once.
"""

from __future__ import annotations

import sys

import typer

from ochaya.cli import arena, bench, games, play, replay, review, serve, verify

app = typer.Typer(
    name="ochaya",
    help="Ochaya, a tea house of board games. `ochaya play hanamikoji` starts a match.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.command("games")(games.show_games)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("review")(review.review)
app.command("bench")(bench.bench)
app.command("arena")(arena.arena)
app.command("verify")(verify.verify)
app.command("serve")(serve.serve)


def run(arguments: list[str] | None = None) -> None:
    """Run one command and leave: 0 all is well, 1 a check failed, 2 bad input, 130 stopped by the keyboard."""
    try:
        code = app(arguments, standalone_mode=False)
    except typer.TyperException as wrong:
        print(f"ochaya: {wrong.format_message()} (ochaya --help)", file=sys.stderr)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
