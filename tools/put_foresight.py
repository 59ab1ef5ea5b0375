"""Puts what `ochaya train` has learned of one set-up into a game, with its card.

    python -m tools.put_foresight ingenious /tmp/learned/two [--strength "80.0 % (71.7 to 86.4, 100 matches) against …"]

The numbers go to games/<game>/mind/foresight.npy, one row a set-up, the card to foresight.json beside it.
"""

from __future__ import annotations

import argparse
import importlib
import json
from pathlib import Path

import numpy as np

from ochaya.core.jit import PACKAGE
from ochaya.train.card import hash_of
from ochaya.train.run import read_checkpoint


def put(game: str, out: Path, strength: str) -> None:
    """Put one network and its card in their places; raises where it is of another game or another shape."""
    mind = PACKAGE / "games" / game / "mind"
    about, arrays = read_checkpoint(out)
    setups: tuple[str, ...] = importlib.import_module(f"ochaya.games.{game}.mind.foresight").SETUPS
    if about["about"]["game"] != game:
        raise SystemExit(f"{out}: learned {about['about']['game']}, not {game}")
    row = setups.index(about["about"]["setup"])
    networks = np.load(mind / "foresight.npy")
    if networks.shape[1:] != arrays["numbers"].shape:
        raise SystemExit(f"{out}: {len(arrays['numbers'])} numbers instead of {networks.shape[1]}")
    networks[row] = arrays["numbers"]
    np.save(mind / "foresight.npy", networks)
    card = json.loads(out.with_suffix(".json").read_text("utf-8"))
    card |= {"hash": hash_of([networks[row]]), "strength": strength}
    path = mind / "foresight.json"
    cards = json.loads(path.read_text("utf-8")) if path.exists() else {}
    cards[setups[row]] = card
    path.write_text(json.dumps({name: cards[name] for name in setups if name in cards}, indent=1) + "\n", "utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("out", type=Path, nargs="+")
    parser.add_argument("--strength", default="")
    told = parser.parse_args()
    for out in told.out:
        put(told.game, out, told.strength)


if __name__ == "__main__":
    main()
