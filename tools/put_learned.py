"""Puts what `ochaya train` has learned into its game, with its card.

    python -m tools.put_learned /tmp/learned/road [--strength "66.0 % (60.1 to 71.4, 300 matches) against …"]

The numbers go to games/<game>/mind/ with half precision: a policy as instinct.npy (or under another name: `--policy
weak`), an outlook as outlook.npy, the value of afterstates as its set-up's row of foresight.npy. The card goes into the
.json file beside them.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.circle import Circle
from ochaya.core.habit import MOST_PARTS
from ochaya.core.jit import PACKAGE
from ochaya.games import game as game_of
from ochaya.train.card import hash_of
from ochaya.train.learner import without_critic
from ochaya.train.policy.eyes import circle_of
from ochaya.train.run import read_checkpoint

Arrays = Mapping[str, npt.NDArray[Any]]


def _layer(arrays: Arrays, name: str, scale: Any = 1.0) -> list[npt.NDArray[Any]]:
    """Give a layer's numbers input by input, then its constants."""
    return [(arrays[f"numbers.{name}.weight"] / scale).T.ravel(), arrays[f"numbers.{name}.bias"]]


def _half(parts: list[npt.NDArray[Any]]) -> npt.NDArray[np.float16]:
    """Lay numbers one after the other with half precision."""
    numbers = np.concatenate(parts)
    if np.abs(numbers).max() > np.finfo(np.float16).max:
        raise SystemExit("this network cannot travel with half precision")
    return numbers.astype(np.float16)


def policy_numbers(arrays: Arrays) -> npt.NDArray[np.float16]:
    """Give a policy's numbers as core/habit.py reads them; the scales of its inputs go into the first layer."""
    if len(arrays["numbers.liking.weight"]) > MOST_PARTS:
        raise SystemExit("this network has too many parts to travel with half precision")
    parts = _layer(arrays, "first", arrays["numbers.scale"])
    for at in range(sum(name.startswith("numbers.layers.") and name.endswith(".weight") for name in arrays)):
        parts += _layer(arrays, f"layers.{at}")
    parts += [*_layer(arrays, "query"), arrays["numbers.liking.weight"].ravel()]
    parts.append(arrays["numbers.vectors.weight"].ravel())
    if "numbers.mates.weight" in arrays:
        parts.append(arrays["numbers.mates.weight"].ravel())
    return _half(parts)


def _rounds(arrays: Arrays) -> list[npt.NDArray[Any]]:
    """Give the numbers of a circle's layers as core/circle.py reads them."""
    parts = _layer(arrays, "round.all", arrays["numbers.round.all_scale"])
    parts += _layer(arrays, "round.first", arrays["numbers.round.member_scale"])
    parts.append(arrays["numbers.round.spread.weight"].T.ravel())
    for at in range(sum(name.startswith("numbers.round.own.") and name.endswith(".weight") for name in arrays)):
        parts += _layer(arrays, f"round.own.{at}")
        parts.append(arrays[f"numbers.round.heard.{at}.weight"].T.ravel())
        parts += _layer(arrays, f"round.told.{at}")
    return parts


def hunch_numbers(arrays: Arrays) -> npt.NDArray[np.float16]:
    """Give the numbers of a hunch as core/circle_hunch.py reads them."""
    return _half([*_rounds(arrays), *_layer(arrays, "share")])


def circle_numbers(arrays: Arrays, circle: Circle) -> npt.NDArray[np.float16]:
    """Give the numbers of a policy that is a circle as core/circle_habit.py reads them."""
    parts = _rounds(arrays)
    parts += [*_layer(arrays, "card"), *_layer(arrays, "context"), arrays["numbers.mix.weight"].T.ravel()]
    parts.append(arrays["numbers.like.weight"].ravel())
    roles = circle.roles_of_kinds
    for name in ("gate", "shift"):
        parts.append((arrays[f"numbers.{name}.weight"][roles.clip(0)] * (roles >= 0)[:, :, None]).ravel())
    parts.append(arrays["numbers.kind.weight"].ravel())
    return _half(parts)


def instinct_numbers(game: str, arrays: Arrays) -> npt.NDArray[np.float16]:
    """Give a policy's numbers as its game reads them; a critic stays behind."""
    own = without_critic(arrays)
    return circle_numbers(own, circle_of(game_of(game))) if "numbers.gate.weight" in own else policy_numbers(own)


def outlook_numbers(arrays: Arrays) -> npt.NDArray[np.float16]:
    """Give an outlook's numbers as core/outlook.py reads them, likewise."""
    return _half([
        *_layer(arrays, "first", arrays["numbers.scale"]), *_layer(arrays, "second"), *_layer(arrays, "last")
    ])


def put(out: Path, strength: str, policy: str = "instinct") -> Path:
    """Put one network and its card in their places; gives the file written."""
    about, arrays = read_checkpoint(out)
    game, setup, learner = (about["about"][name] for name in ("game", "setup", "learner"))
    card = json.loads(out.with_suffix(".json").read_text("utf-8")) | {"strength": strength}
    mind: Path = PACKAGE / "games" / game / "mind"
    if learner == "afterstates":
        return _put_row(mind, game, setup, arrays["numbers"], card)
    is_policy = learner == "policy"
    name, numbers = (policy, instinct_numbers(game, arrays)) if is_policy else ("outlook", outlook_numbers(arrays))
    np.save(mind / f"{name}.npy", numbers)
    card["hash"] = hash_of([numbers])
    (mind / f"{name}.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    return mind / f"{name}.npy"


def _put_row(mind: Path, game: str, setup: str, numbers: npt.NDArray[Any], card: dict[str, Any]) -> Path:
    """Put the value of afterstates of one set-up among those of the others."""
    setups: tuple[str, ...] = importlib.import_module(f"ochaya.games.{game}.mind.foresight").SETUPS
    networks = np.load(mind / "foresight.npy")
    row = setups.index(setup)
    if networks.shape[1:] != numbers.shape:
        raise SystemExit(f"{len(numbers)} numbers instead of {networks.shape[1]}")
    networks[row] = numbers
    np.save(mind / "foresight.npy", networks)
    path = mind / "foresight.json"
    cards = json.loads(path.read_text("utf-8")) if path.exists() else {}
    cards[setup] = card | {"hash": hash_of([networks[row]])}
    path.write_text(json.dumps({name: cards[name] for name in setups if name in cards}, indent=1) + "\n", "utf-8")
    return mind / "foresight.npy"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, nargs="+")
    parser.add_argument("--strength", default="")
    parser.add_argument("--policy", default="instinct", metavar="NAME", help="the name of a policy's files")
    told = parser.parse_args()
    for out in told.out:
        print(put(out, told.strength, told.policy))


if __name__ == "__main__":
    main()
