"""What a card would do if it were placed now: where its geisha would stop, and what she would fetch (§3.1, §6).

Nobody guesses here: the rules themselves place the card, on a copy of what the viewer knows. Pawns, lanterns and tokens
are public, so every viewer is told the same of every card that lies open.
"""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Json
from ochaya.games.geishas_road.pieces import BIT, CARD_NAMES, CARDS, COLOUR_OF, COLOURS
from ochaya.games.geishas_road.scoring import guest_points
from ochaya.games.geishas_road.show.names import lantern
from ochaya.games.geishas_road.state import COMPROMISE, DOUBLE, UNKNOWN, State
from ochaya.games.geishas_road.travel import house_at, place, take_tokens


def walks(s: Any) -> list[list[Json]]:
    """For each geisha what her cards of value 1 to 4 would do, each placed now and alone."""
    told = [walk(copy_of(s), 0, card) for card in range(CARDS)]
    return [told[4 * colour : 4 * colour + 4] for colour in range(len(COLOURS))]


def orders(s: Any, who: int, cards: int) -> list[Json]:
    """Every order in which `who` may place these one or two cards, and what each card would do in it."""
    some = [card for card in range(CARDS) if cards >> card & 1]
    told: list[Json] = []
    for order in (some, some[::-1]) if len(some) > 1 else (some,):
        table = copy_of(s)
        told.append({"cards": [CARD_NAMES[card] for card in order], "walks": [walk(table, who, c) for c in order]})
    return told


def shares(s: Any) -> list[Json]:
    """For each share the player to answer may choose: its slots, and its orders where all its cards are known."""
    if s.offered == DOUBLE:
        choices = [[0, 1], [2, 3]]
    elif s.offered == COMPROMISE and s.seat == s.giver:
        choices = [[1, 2], [0, 2], [0, 1]]
    else:
        choices = [[0], [1], [2]]
    told: list[Json] = []
    for slots in choices:
        codes = [int(s.slots[slot]) for slot in slots]
        known = all(0 < code < UNKNOWN for code in codes)
        cards = sum(int(BIT[code - 1]) for code in codes) if known else 0
        told.append({"slots": list(slots), "orders": orders(s, int(s.seat), cards) if known else None})
    return told


def mixes(s: Any) -> list[Json]:
    """The two ways to take tokens (§6): how many guests, whether the favour token, what one's guests are worth then."""
    told: list[Json] = []
    for favour in range(2):
        table = copy_of(s)
        guests = int(s.symbols) - favour
        take_tokens(table, int(s.seat), int(s.stopped), guests, favour)
        told.append({"guests": guests, "favour": bool(favour), "worth": int(guest_points(table, int(s.seat)))})
    return told


def walk(table: Any, who: int, card: int) -> Json:
    """Place a card on this table (it changes) and tell where she stopped and what she fetched."""
    colour = int(COLOUR_OF[card])
    lit, back = [int(code) for code in table.lit[colour]], int(table.returns[colour])
    tokens = int(table.house.sum() + table.token.sum())
    table.share[who] |= int(BIT[card])
    asks = bool(place(table, who, card))
    if asks:  # as many tokens go in either mix; the next card finds the rest
        take_tokens(table, who, int(table.stopped), int(table.symbols), 0)
    now = [int(code) for code in table.lit[colour]]
    house = int(house_at(table, int(table.pawn[colour])))
    return {
        "house": COLOURS[house],
        "home": bool(int(table.returns[colour]) > back),
        "lantern": next((lantern(new) for old, new in zip(lit, now, strict=True) if old != new), None),
        "takes": tokens - int(table.house.sum() + table.token.sum()),
        "asks": asks,
    }


def copy_of(s: Any) -> Any:
    """Give a copy of a record, to try something out on."""
    block = State.new()
    block[0] = s
    return block[0]
