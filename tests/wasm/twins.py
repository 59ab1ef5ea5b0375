"""The same questions put to the native code and to a game's module; what the tests and the measurement share."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, Seen, seen, unveiled
from ochaya.search.layout import Decision, decision
from ochaya.search.mind import mind_of
from ochaya.search.think import legal_of, thinker
from ochaya.search.tree import Tree
from ochaya.wasm.build import build
from ochaya.wasm.shelf import built_folder, folder_of, name_of

WEB = Path(__file__).parents[2] / "web"
NODES = 1 << 12
Question = dict[str, Any]


def description_of(game: str) -> Path:
    """Give the description of a game's module, built unless it is there."""
    folder = folder_of(game)
    return folder / f"{name_of(game)}.json" if folder else build(game, built_folder())


def from_bots(game: Game, options: Options, count: int, seed: str) -> Iterator[tuple[Block, int]]:
    """Give states with who is to act, from matches in which everybody thinks a little."""
    rng, number, found = new_rng(len(seed)), 0, 0
    key = dealing.key_from_seed(seed)
    while True:
        state = game.start(options)
        while (actor := int(game.actor(state[0]))) != OVER:
            yield state, actor
            found += 1
            if found == count:
                return
            state = state.copy()
            if actor == CHANCE:
                action = dealing.draw(key, number, *game.outcome_odds(state[0]))
                number += 1
            else:
                action = thinker(game.name).think(seen(game, state, actor), rng, iterations=20).best.action
            game.apply(state[0], action)


def questions(game: Game, options: Options, count: int, seed: str, iterations: int) -> list[Question]:
    """Ask about positions of such matches."""
    asked = []
    for number, (state, actor) in enumerate(from_bots(game, options, count, seed)):
        legal = game.legal_ids(state[0])
        asked.append({
            "state": state.tobytes().hex(), "viewers": [*range(game.seats(options)), NOBODY], "actor": actor,
            "action": legal[number % len(legal)], "seed": str(int(new_rng(number)[0])), "iterations": iterations,
        })
    return asked


def answer(game: Game, question: Question) -> dict[str, Any]:
    """Answer as the server would: by the native code."""
    state, actor = game.state.load(bytes.fromhex(question["state"])), question["actor"]
    after = state.copy()
    game.apply(after[0], question["action"])
    told: dict[str, Any] = {
        "actor": int(game.actor(state[0])), "legal": game.legal_ids(state[0]), "after": after.tobytes().hex(),
        "hidden": [seen(game, state, viewer).tobytes().hex() for viewer in question["viewers"]],
    }
    if actor < 0:
        return told
    own = seen(game, state, actor)
    guessed = own.block.copy()
    game.guess(guessed[0], actor, np.array([int(question["seed"])], np.uint64))
    return told | {
        "guessed": guessed.tobytes().hex(), "seen": _thought(question, own, is_open=False),
        "open": _thought(question, Seen(game.name, actor, unveiled(game, state).block), is_open=True),
    }


@functools.cache
def _tree(game: str) -> Tree:
    return Tree(mind_of(game), NODES)


def _thought(question: Question, moment: Seen, *, is_open: bool) -> dict[str, Any]:
    """Think so many iterations about a moment; shares to the last bit."""
    mind, tree = mind_of(moment.game), _tree(moment.game)
    legal, ask = legal_of(mind, moment), mind.sense.beginning
    task: Decision = decision(moment, legal, None if ask is None or is_open else ask(moment, legal))
    tree.clear()
    tree.grow(task._replace(is_open=is_open), np.array([int(question["seed"])], np.uint64), question["iterations"])
    visits, gains = np.zeros(len(legal), np.int64), np.zeros(len(legal), np.float64)
    tree.at_root(task, visits, gains)
    seats = len(question["viewers"]) - 1  # beyond the seats of this table there is nothing to judge
    _, shares = tree.gains_of(int(legal[visits.argmax()]))
    return {"visits": visits.tolist(), "gains": gains.tobytes().hex(), "shares": shares[:seats].tobytes().hex()}


@functools.cache
def bundle() -> Path:
    """Give the answering script as one file of JavaScript."""
    out = Path(tempfile.mkdtemp(prefix="ochaya-twins-")) / "answer.mjs"
    words = [node(), WEB / "node_modules/rolldown/bin/cli.mjs", WEB / "tests/mind/answer.ts", "-f", "esm", "-o", out]
    subprocess.run(list(map(str, words)), check=True, capture_output=True, cwd=WEB)
    return out


def node() -> str:
    """Find Node: the machine's, or that of the environment."""
    found = shutil.which("node")
    assert found, "Node is not installed"
    return found


def ask_node(game: str, asked: Sequence[Question]) -> list[Any]:
    """Let the module answer in Node."""
    words = [node(), str(WEB / "tests/mind/node.mjs"), str(bundle()), str(description_of(game))]
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    done = subprocess.run(words, input=lines, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]
