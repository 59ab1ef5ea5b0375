"""§11 What nobody else may learn: right Intrigue cards, hidden offers, removed hidden cards, hands and draws."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from ochaya.core.game import OVER
from ochaya.core.record import Block
from ochaya.core.secrecy import NOBODY, seen, unveiled
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import CARD_NAMES
from tests.games.geishas_road.table import names, play
from tests.games.geishas_road.test_offers import OFFER, PAIRS, advanced, finish

SETUPS = sorted(GAME.setups)


def sent(before: Block, action: int, after: Block, viewer: int) -> str:
    """Give all that one viewer receives for one step, as text; less the account of a round that lies behind."""
    was, now = seen(GAME, before, viewer), seen(GAME, after, viewer)
    told = int(GAME.hide_action(before[0], action, viewer))
    heard = [[event.kind, event.data] for event in GAME.events(was, told, now)]
    view: dict[str, Any] = GAME.view(now)
    if view["phase"] != "lantern":  # until the first lantern the table of the round just ended still lies there
        view["rounds"] = [round_ for round_ in view["rounds"] if round_["round"] == view["round"]]
    return json.dumps([GAME.notation(told), heard, view])


def matches(setup: str, count: int) -> Iterator[tuple[Block, int, Block]]:
    """Play random matches that like special actions; give every step."""
    choice = random.Random(setup)
    for _ in range(count):
        state = GAME.start(GAME.setups[setup])
        while GAME.actor(state[0]) != OVER:
            actions = GAME.legal_ids(state[0])
            before, action = state.copy(), choice.choice(actions)
            GAME.apply(state[0], action)
            yield before, action, state


@pytest.mark.parametrize("setup", SETUPS)
def test_the_right_intrigue_card_is_named_to_nobody_but_its_owner(setup: str) -> None:
    """Also at the end of the round and of the match: after it lies there, its name is in nothing others receive."""
    for before, action, after in matches(setup, 4):
        for owner in range(2):
            code = int(after[0].right[owner])
            if not code or code != int(before[0].right[owner]):
                continue
            name = CARD_NAMES[code - 1]
            for viewer in (1 - owner, NOBODY):
                what = sent(before, action, after, viewer)
                if code not in after[0].back:
                    assert name not in what, what


@pytest.mark.parametrize("setup", SETUPS)
def test_a_rival_is_never_sent_a_card_of_the_hand(setup: str) -> None:
    for before, action, after in matches(setup, 3):
        for owner in range(2):
            held = names(int(after[0].hand[owner]) & ~sum(1 << int(code) - 1 for code in after[0].back if code))
            for viewer in (1 - owner, NOBODY):
                what = sent(before, action, after, viewer)
                assert not [name for name in held if f'"{name}"' in what or f".{name}" in what]


def test_a_face_down_offer_is_named_only_when_it_is_turned_up() -> None:
    state = advanced(OFFER)
    for viewer in (1, NOBODY):
        before, action = state.copy(), GAME.read("hide:1")
        after = play(state.copy(), "hide:1")
        assert "red-4" not in sent(before, action, after, viewer)
        assert "blue-2" in sent(before, action, after, viewer)
        later = finish(play(after.copy(), "take:1"))
        assert "red-4" in sent(after, GAME.read("take:1"), later, viewer)


def test_before_the_offer_is_shown_its_cards_are_secret() -> None:
    before = advanced()
    after = play(before.copy(), PAIRS)
    for viewer in (1, NOBODY):
        what = sent(before, GAME.read(PAIRS), after, viewer)
        assert not any(name in what for name in ("red-4", "blue-2", "green-1", "green-3"))
    assert "red-4" in sent(before, GAME.read(PAIRS), after, 0)


def test_a_removed_hidden_card_is_known_only_to_who_laid_it() -> None:
    before = advanced(OFFER, "hide:1")
    after = play(before.copy(), "counter:3:yellow-1:down")
    action = GAME.read("counter:3:yellow-1:down")
    assert "red-4" in sent(before, action, after, 0)
    assert "red-4" not in sent(before, action, after, 1)
    assert "yellow-1" not in sent(before, action, after, 0)
    assert not {"red-4", "yellow-1"} & set(json.dumps(sent(before, action, after, NOBODY)).split('\\"'))


def test_a_drawn_card_is_named_to_its_drawer_only() -> None:
    before = advanced(OFFER, "open", "counter:1:yellow-1:up")
    after = play(before.copy(), "draw:green-2")
    assert "green-2" in sent(before, GAME.read("draw:green-2"), after, 1)
    for viewer in (0, NOBODY):
        assert "green-2" not in sent(before, GAME.read("draw:green-2"), after, viewer)


def test_an_unveiled_replay_shows_everything() -> None:
    *_, (_, _, after) = matches("advanced", 1)
    view = GAME.view(unveiled(GAME, after))
    assert view["viewer"] is None
    assert all(seat["intrigue"]["right"] for seat in view["seats"])
