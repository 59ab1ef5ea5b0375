"""Every question and every event can be said in the four languages, and the table can be drawn at any moment."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

from ochaya.cli.table.choosing import grow
from ochaya.cli.table.telling import sentence
from ochaya.cli.texts import LANGUAGES, Texts
from ochaya.core.game import OVER
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.show import terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_matches_are_asked_told_and_drawn(language: str) -> None:
    texts, choice = Texts(language, GAME.name), random.Random(language)
    console = Console(file=io.StringIO(), width=140)
    for setup in ("basic-destiny", "harder", "advanced"):
        state = GAME.start(GAME.setups[setup])
        while GAME.actor(state[0]) != OVER:
            actions = GAME.legal_ids(state[0])
            if GAME.actor(state[0]) >= 0:
                paths = [terminal.path(action, texts.say) for action in actions]
                assert len(set(paths)) == len(paths), "two choices read alike"
                assert all(label and "." not in label.split(" ")[0] for path in paths for label in path)
                grow(zip(paths, actions, strict=True))
            before, action = {v: seen(GAME, state, v) for v in (0, 1, NOBODY)}, choice.choice(actions)
            told = {v: int(GAME.hide_action(state[0], action, v)) for v in before}
            GAME.apply(state[0], action)
            for viewer, was in before.items():
                now = seen(GAME, state, viewer)
                for event in GAME.events(was, told[viewer], now):
                    said = sentence(texts, event, viewer, ("Ola", "Jan"))
                    assert not said.startswith("event."), event
                    assert "{" not in said
                    assert "#" not in said
            console.print(terminal.paint(GAME.view(seen(GAME, state, 0)), texts.say))
    assert len(console.file.getvalue()) > 10000  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_phase_and_reason_has_its_text(language: str) -> None:
    texts = Texts(language, GAME.name)
    keys = [f"option.{option.name}.{value}" for option in GAME.options for value in option.values]
    keys += [f"option.{option.name}" for option in GAME.options] + ["title", "tagline", "rules.1.title", "rules.8.text"]
    assert all(texts.has(key) for key in keys)
