"""One match written down with what every function says at every step, for people to read and for tests to compare."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ochaya.core.game import CHANCE, OVER, Event
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, Seen, seen
from tests.support import Case, Step, play, viewers

FOLDER = Path(__file__).parent
MOST_LEGAL = 30
"""Longer lists of legal actions are shortened to a count, the ends and a digest."""
FULL_VIEWS = 4
"""At so many moments of a match one view is written out whole."""


def file_of(case: Case) -> Path:
    """Give the file of one setup."""
    return FOLDER / case.game.name / f"{case.setup}.txt"


def digest(data: bytes | str) -> str:
    """Shorten anything to five figures."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:5]


def written(case: Case) -> str:
    """Write the whole match."""
    return "\n".join(_lines(case)) + "\n"


def _lines(case: Case) -> Iterator[str]:
    game, options = case.game, case.options
    whole = list(play(game, options, f"golden {case}"))
    chosen = " ".join(f"{name}={value}" for name, value in options.items())
    yield f"{game.name} version {game.version}, {case.seats} seats, {chosen or 'no options'}"
    yield "Every function at every step of one random match. `make golden` rewrites this file; review the difference."
    yield "Digests: the state; then for each viewer in turn what is known / view / observation / one guessed world."
    shown = {len(whole) * at // FULL_VIEWS for at in range(FULL_VIEWS)}
    for step in whole:
        yield ""
        yield from _step(case, step)
        if step.number in shown:
            viewer = viewers(case.seats)[sorted(shown).index(step.number) % (case.seats + 1)]
            yield from _view(case, step.before, viewer)
    end = whole[-1].after
    yield ""
    yield f"{len(whole)} {_who(int(game.actor(end[0])))}: shares {game.shares(end[0], case.seats)}"
    yield from _knowledge(case, end, len(whole))
    yield from _view(case, end, NOBODY)


def _who(actor: int) -> str:
    return {CHANCE: "chance", OVER: "over", NOBODY: "spectator"}.get(actor, f"seat {actor}")


def _step(case: Case, step: Step) -> Iterator[str]:
    game = case.game
    yield f"{step.number} {_who(step.actor)}: {game.notation(step.action)}"
    yield f"  of {_choices(case, step)}"
    yield from _knowledge(case, step.before, step.number)
    told: dict[str, list[str]] = {}
    for viewer in viewers(case.seats):
        before, after = seen(game, step.before, viewer), seen(game, step.after, viewer)
        hidden = int(game.hide_action(step.before[0], step.action, viewer))
        text = f"{game.notation(hidden)} {_events(game.events(before, hidden, after))}"
        told.setdefault(text.strip(), []).append(_who(viewer))
    for text, who in told.items():
        yield f"  tells {'all' if len(told) == 1 else ', '.join(who)}: {text}"


def _choices(case: Case, step: Step) -> str:
    texts = [case.game.notation(action) for action in step.legal]
    if step.weights:
        texts = [f"{text}*{weight}" for text, weight in zip(texts, step.weights, strict=True)]
    if len(texts) <= MOST_LEGAL:
        return f"{len(texts)}: {' '.join(texts)}"
    return f"{len(texts)}: {' '.join(texts[:3])} ... {texts[-1]} [{digest(' '.join(texts))}]"


def _events(events: list[Event]) -> str:
    return " ".join(f"{event.kind}{json.dumps(dict(event.data), sort_keys=True)}" for event in events)


def _knowledge(case: Case, state: Block, number: int) -> Iterator[str]:
    """Digest the truth, and for each viewer the Seen, the view, the observation and one guessed world."""
    parts = [f"state {digest(state.tobytes())}"]
    for viewer in viewers(case.seats):
        knowledge = seen(case.game, state, viewer)
        world = knowledge.block.copy()
        case.game.guess(world[0], viewer, new_rng(number))
        four = (
            digest(knowledge.tobytes()), digest(_json(case.game.view(knowledge))), _observation(case, knowledge),
            digest(world.tobytes()),
        )
        parts.append("/".join(four))
    yield f"  {' '.join(parts)}"


def _observation(case: Case, knowledge: Seen) -> str:
    rounded = np.round(case.game.observation(knowledge).astype(np.float64), 4) + 0.0
    return digest(json.dumps(rounded.tolist()))


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _view(case: Case, state: Block, viewer: int) -> Iterator[str]:
    yield f"  what {_who(viewer)} sees:"
    for key, value in sorted(case.game.view(seen(case.game, state, viewer)).items()):
        yield f"    {key}: {_json(value)}"
