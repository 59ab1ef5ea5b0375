"""`ochaya wasm`: a game's rules and Master as a WebAssembly module."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ochaya.cli.manners import Lang, polite


def wasm(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME…", help="Which games; all unless told.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where to; else where servers look.")] = None,
    lang: Lang = None,
) -> None:
    """Build the modules with which browsers think; what is there already is left alone."""
    with polite(lang) as site:
        from ochaya.games import game, shown_names
        from ochaya.wasm.build import build
        from ochaya.wasm.shelf import built_folder, folder_of, name_of

        for name in [game(asked).name for asked in names or shown_names()]:
            folder = out or folder_of(name)
            if folder is None or not (folder / f"{name_of(name)}.json").exists():
                print(site.say("wasm.building", name=name), flush=True)
                folder = build(name, out or built_folder()).parent
            print(folder / f"{name_of(name)}.wasm")
