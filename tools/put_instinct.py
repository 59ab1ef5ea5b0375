"""Puts a policy that `ochaya train` has learned into a game as its instinct, with its card.

    python -m tools.put_instinct geishas_road /tmp/learned/road [--strength "66.0 % (60.1 to 71.4, 300 matches) against …"]

The numbers go to games/<game>/mind/instinct.npy with half precision, the card to instinct.json beside it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.habit import MOST_PARTS
from ochaya.core.jit import PACKAGE
from ochaya.train.card import hash_of
from ochaya.train.run import read_checkpoint


def numbers_of(arrays: Mapping[str, npt.NDArray[Any]]) -> npt.NDArray[np.float16]:
    """Lay a network's numbers one after the other as core/habit.py reads them; inputs' scales go into the first layer."""
    def layer(name: str, scale: Any = 1.0) -> list[npt.NDArray[Any]]:
        return [(arrays[f"numbers.{name}.weight"] / scale).T.ravel(), arrays[f"numbers.{name}.bias"]]

    parts = layer("first", arrays["numbers.scale"])
    for at in range(sum(name.startswith("numbers.layers.") and name.endswith(".weight") for name in arrays)):
        parts += layer(f"layers.{at}")
    parts += [*layer("query"), arrays["numbers.liking.weight"].ravel(), arrays["numbers.vectors.weight"].ravel()]
    numbers = np.concatenate(parts).astype(np.float16)
    if len(arrays["numbers.liking.weight"]) > MOST_PARTS or not np.isfinite(numbers).all():
        raise SystemExit("this network cannot travel with half precision")
    return numbers


def put(game: str, out: Path, strength: str) -> None:
    """Put one network and its card in their places; raises where it is of another game."""
    about, arrays = read_checkpoint(out)
    if about["about"]["game"] != game:
        raise SystemExit(f"{out}: learned {about['about']['game']}, not {game}")
    mind, numbers = PACKAGE / "games" / game / "mind", numbers_of(arrays)
    np.save(mind / "instinct.npy", numbers)
    card = json.loads(out.with_suffix(".json").read_text("utf-8")) | {"hash": hash_of([numbers]), "strength": strength}
    (mind / "instinct.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("out", type=Path)
    parser.add_argument("--strength", default="")
    told = parser.parse_args()
    put(told.game, told.out, told.strength)


if __name__ == "__main__":
    main()
