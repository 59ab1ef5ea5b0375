"""Laying out positions for the tests: matches driven by notation, cards placed one by one."""

from __future__ import annotations

from collections.abc import Sequence

from ochaya.core.record import Block
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import BIT, CARD_NAMES, COLOURS, DARK, LIGHT
from ochaya.games.geishas_road.state import PHASES
from ochaya.games.geishas_road.travel import place

RING = ("pink", "red", "blue", "yellow", "green")
LANTERNS = tuple(f"{light}/{dark}" for light, dark in zip(LIGHT, DARK, strict=True))
HANDS = (
    ("red-4", "blue-2", "green-1", "green-3", "pink-3", "blue-4"),
    ("yellow-1", "pink-2", "red-1", "yellow-3", "red-3", "blue-1"),
)
"""Hands for the examples of the special actions."""


def card(name: str) -> int:
    """Give the number of a card."""
    return CARD_NAMES.index(name)


def cards(*names: str) -> int:
    """Give a set of cards."""
    return sum(int(BIT[card(name)]) for name in names)


def names(mask: int) -> list[str]:
    """List the cards of a set."""
    return [CARD_NAMES[i] for i in range(20) if int(mask) >> i & 1]


def play(state: Block, *notations: str) -> Block:
    """Play actions and outcomes given in notation; each must be legal."""
    for text in notations:
        for one in text.split():
            action = GAME.read(one)
            assert action in GAME.legal_ids(state[0]), f"{one} is not legal in phase {PHASES[state[0].phase]}"
            GAME.apply(state[0], action)
    return state


def legal(state: Block) -> list[str]:
    """List the legal actions in notation."""
    return [GAME.notation(action) for action in GAME.legal_ids(state[0])]


def phase(state: Block) -> str:
    """Name the phase."""
    return PHASES[state[0].phase]


def laid_out(
    mode: str = "basic", ring: Sequence[str] = RING, lanterns: Sequence[str] = LANTERNS, favours: str = "pink red"
) -> Block:
    """Give a match after its set-up, before the deal; seat 0 starts. Lanterns are in the order of the rows."""
    state = GAME.start({"mode": mode, "first": "0"})
    at = ring.index("pink")
    play(state, "ring:" + "-".join([*ring[at:], *ring[:at]]))
    if mode == "basic":
        play(state, *(f"favour:{colour}" for colour in favours.split()))
    return play(state, *(f"lantern:{lantern}" for lantern in lanterns[:8]))


def dealt(mode: str = "basic", hands: Sequence[Sequence[str]] = HANDS, draw: str = "pink-1") -> Block:
    """Give a match in seat 0's first turn, after its draw."""
    state = laid_out(mode)
    for one, two in zip(*hands, strict=True):
        play(state, f"draw:{one}", f"draw:{two}")
    return play(state, f"draw:{draw}")


def lay(state: Block, seat: int, *laid: str) -> Block:
    """Place cards on a seat's side, one by one, whatever the phase; they are taken from wherever they were."""
    s = state[0]
    for name in laid:
        bit = int(BIT[card(name)])
        for where in (s.hand, s.side, s.share):
            for p in range(2):
                where[p] &= ~bit
        s.deck &= ~bit
        s.share[seat] |= bit
        place(s, seat, card(name))
    return state


def put_pawn(state: Block, colour: str, house: str) -> Block:
    """Stand a geisha at a tea house."""
    state[0].pawn[COLOURS.index(colour)] = state[0].home[COLOURS.index(house)]
    return state


def house_of(state: Block, colour: str) -> str:
    """Name the tea house where a geisha stands."""
    at = int(state[0].pawn[COLOURS.index(colour)])
    return COLOURS[[int(place) for place in state[0].home].index(at)]
