"""The record of Geisha's Road: the whole truth of one moment."""

from __future__ import annotations

import numpy as np

from ochaya.core.record import Record, Table, memory, number, table
from ochaya.games.geishas_road.pieces import CARDS

BASIC, HARDER, ADVANCED = range(3)
REVEAL, INTRIGUE, COMPROMISE, DOUBLE = range(4)
"""The four action markers, in order of the cards they need: marker + 1."""
COUNTER, HIDDEN = range(2)
"""The two special action markers."""

(FIRST, RING, FAVOUR, LANTERN, FLIP, DEAL, DRAW, REDRAW, TURN, HIDE, ANSWER, ORDER, TOKENS, FINISHED) = range(14)
PHASES = (
    "first", "ring", "favour", "lantern", "flip", "deal", "draw", "redraw",
    "turn", "hide", "answer", "order", "tokens", "finished",
)
LAST_CHANCE = REDRAW
"""Phases up to this one belong to chance."""

UNKNOWN = 21
"""A card that lies there face down for the viewer; cards in single places are stored as card + 1, 0 for none."""

FOUR_GEISHAS, BY_POINTS, BY_TOKENS, SHARED = range(1, 5)
REASONS = ("", "four-geishas", "points", "tokens", "shared")

FACE_DOWN, PUT_IN = 32, 64
"""Added in `came` where a card lay face down in its offer, or was put in by a counter-offer."""

NEWS = 32
TRAIL = 48


class State(Record):
    """One moment of a match. Sets of cards are bit masks (pieces.py); a Seen keeps all unknown cards in `deck`."""

    deck: int = number(np.int32)                # cards not drawn yet
    hand: Table = table(2, kind=np.int32)       # cards in hand, [seat]
    side: Table = table(2, kind=np.int32)       # cards placed on each player's side, [seat]
    share: Table = table(2, kind=np.int32)      # cards each player has still to place now, [seat]
    past_side: Table = table(2, kind=np.int32)  # how the first round ended: cards on each side, [seat]
    news: Table = table(NEWS, kind=np.int32)    # what the last action brought about, in order (news.py)
    trail: Table = table(TRAIL, kind=np.int16)  # public movements since a counter-offer put a card back (trail.py)
    points: Table = table(2, 2, kind=np.int16)  # points, [round, seat]
    told: int = number()                        # how many news there are
    trodden: int = number()                     # how many steps the trail has
    laid: int = number()                        # lanterns laid out for this round; before the first the last one lies
    mode: int = number()
    destiny: int = number()                     # 1 when the variant is played (§9)
    phase: int = number()
    seat: int = number()                        # who must choose, when somebody must
    part: int = number()                        # 0 in the first round, 1 in the second
    starter: int = number()                     # who started this round
    turn: int = number()                        # turns played in this round, 0 to 8
    closing: int = number()                     # how many left Intrigue cards were turned up at the round's end (§5.1)
    dealt: int = number()                       # cards dealt before the first turn
    deck_size: int = number()
    giver: int = number()                       # who laid out the offer on the table
    offered: int = number()                     # COMPROMISE or DOUBLE
    countered: int = number()                   # counter-offers made to this offer
    replaced: int = number()                    # slot + 1 of the card the last of them put in; 0 before the first
    first: int = number()                       # who places first
    stopped: int = number()                     # tea house (colour) where tokens are being chosen
    symbols: int = number()                     # how many tokens to take there
    winner: int = number()                      # 0 nobody yet, seat + 1, 3 shared
    reason: int = number()                      # why: REASONS
    trail_card: Table = table(TRAIL)            # which card moved, where that is known
    back: Table = table(2)                      # cards that counter-offers put back into the deck, card + 1
    back_down: Table = table(2)                 # seat + 1 of the player who had laid it face down, 0: it lay face up
    backs: int = number()                       # how many cards were put back in this round
    hand_size: Table = table(2)
    left: Table = table(2)                      # left Intrigue card of each player, card + 1
    right: Table = table(2)                     # right Intrigue card, never shown
    slots: Table = table(4)                     # the offer; slots 0 and 1, and 2 and 3, are the pairs of a Double gift
    down: Table = table(4)                      # seat + 1 of the player who laid that slot face down, else 0
    home: Table = table(5)                      # place of each colour's tea house on the ring, clockwise
    pawn: Table = table(5)                      # place of each geisha on the ring
    returns: Table = table(5)                   # how often each geisha came home in this round
    lit: Table = table(5, 2)                    # lanterns on each tile (signed codes, pieces.FACE)
    row: Table = table(9)                       # the lantern rows: five above, four below; 0 where taken
    used: Table = table(2, 4)                   # action markers spent, [seat, marker]
    special: Table = table(2, 2)                # special markers spent, [seat, marker]
    favour: Table = table(5)                    # seat + 1 of who owns each favour token
    token: Table = table(5)                     # 1 while the favour token lies at its tea house
    house: Table = table(5)                     # guests left at each tea house
    guests: Table = table(2, 5)                 # guests taken, [seat, colour]
    won: Table = table(5)                       # seat + 1 of who won each geisha in the round just scored
    turned: Table = table(2, 2)                 # left Intrigue cards turned up at the end, card + 1, [round, seat]
    past_lit: Table = table(5, 2)               # how the first round ended: lanterns on the tiles
    past_guests: Table = table(2, 5)            # guests taken, [seat, colour]
    past_favour: Table = table(5)               # seat + 1 of who owned each favour token
    past_special: Table = table(2, 2)           # special markers spent, [seat, marker]
    scored: int = number()                      # how many rounds have been scored
    turn_of: Table = memory(2, 4)               # on which turn of this round, 1 to 8, each marker was; 0: not yet
    special_turn: Table = memory(2, 2)          # the same of the special markers
    came: Table = memory(CARDS)                 # as which of all in this round each card was placed, and how it came
    taken_at: Table = memory(5)                 # after how many placed cards of this round a favour token was taken
