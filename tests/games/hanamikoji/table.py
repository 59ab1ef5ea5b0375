"""Small builders for positions of Hanamikoji; nothing here is a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ochaya.core.history import History
from ochaya.core.record import Block
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.pieces import CHARM, GEISHAS, ITEMS, NAMES, NO_FAVOUR
from ochaya.games.hanamikoji.rules import close_round
from ochaya.games.hanamikoji.state import CHOOSE

TOP, BOTTOM = 0, 1


def counts(cards: Sequence[str]) -> list[int]:
    return [list(cards).count(item) for item in ITEMS]


def turn(hand: Sequence[str], rival: Sequence[str] = (), seat: int = 0) -> Block:
    """A turn of round 1 in which `seat` has drawn and must choose; the other cards are unseen."""
    state = GAME.start({"first": str(seat)})
    s = state[0]
    for p, cards in ((seat, hand), (1 - seat, rival)):
        s.hands[p] = counts(cards)
        s.hand_size[p] = len(cards)
    s.unseen[:] = CHARM - s.hands[0] - s.hands[1]
    s.drawn, s.phase = len(hand) + len(rival), CHOOSE
    return state


def favours(state: Block, top: Sequence[str] = (), bottom: Sequence[str] = ()) -> None:
    """Give geishas, by name, to the two sides."""
    for g in range(GEISHAS):
        state[0].favour[g] = TOP if NAMES[g] in top else BOTTOM if NAMES[g] in bottom else NO_FAVOUR


def scored(
    top_cards: Sequence[int], bottom_cards: Sequence[int], round_number: int = 1, top: Sequence[str] = (),
    bottom: Sequence[str] = (), options: Mapping[str, str] | None = None,
) -> Any:
    """Score a round in which these cards lie on the two sides; gives the record afterwards."""
    state = GAME.start({"first": "0", **(options or {})})
    s = state[0]
    favours(state, top, bottom)
    s.round_number = round_number
    s.starter = (round_number - 1) % 2
    s.placed[TOP], s.placed[BOTTOM] = top_cards, bottom_cards
    close_round(s)
    return s


def owners(s: Any) -> str:
    """The favour markers from left to right: T, B or -."""
    return "".join({NO_FAVOUR: "-", TOP: "T", BOTTOM: "B"}[int(owner)] for owner in s.favour)


def play(state: Block, *actions: str) -> Any:
    """Do actions written in notation, each checked; gives the record."""
    for text in actions:
        action = GAME.read(text)
        assert action in GAME.legal_ids(state[0]), text
        GAME.apply(state[0], action)
    return state[0]


def match(*steps: str, **options: str) -> History:
    """A match with these steps; chance steps are written like any other."""
    history = History(GAME, options)
    for text in steps:
        history.play(GAME.read(text))
    return history


DEAL = (
    "draw:flute", "draw:fan", "draw:scroll", "draw:umbrella", "draw:shamisen", "draw:tea",
    "draw:hairpin", "draw:hairpin", "draw:tea", "draw:tea", "draw:umbrella", "draw:shamisen",
)
"""Seat 0 holds flute, scroll, shamisen, hairpin, tea, umbrella; seat 1 fan, umbrella, tea, hairpin, tea, shamisen."""
