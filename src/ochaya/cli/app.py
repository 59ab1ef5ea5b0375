"""The command line as a whole: which commands there are, and how they answer bad input.

Commands import what is heavy (Numba, the games) inside themselves, so that `ochaya --help` answers at once.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ochaya import __version__
from ochaya.cli.commands import arena, bench, games, play, replay, review, serve, think, train, verify, wasm

app = typer.Typer(
    name="ochaya",
    invoke_without_command=True,
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
app.command("think")(think.think)
app.command("wasm")(wasm.wasm)
app.command("train")(train.train)
app.command("exploit")(train.exploit)


@app.callback()
def about(
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.", is_eager=True)] = False,
) -> None:
    """Ochaya, a tea house of board games. `ochaya play hanamikoji` starts a match."""
    if version:
        print(f"ochaya {__version__}")
        raise typer.Exit


def run(arguments: list[str] | None = None) -> None:
    """Run one command and leave: 0 all is well, 1 a check failed, 2 bad input, 130 stopped by the keyboard."""
    try:
        asked = sys.argv[1:] if arguments is None else arguments
        code = app(asked or ["--help"], prog_name="ochaya", standalone_mode=False)
    except typer.TyperException as wrong:
        print(f"ochaya: {wrong.format_message()} (ochaya --help)", file=sys.stderr)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
