"""What may be done now (§2 to §7): the legal actions of players and the outcomes of chance with their odds."""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import count, lowest
from ochaya.core.game import Ids
from ochaya.core.jit import rule
from ochaya.core.scratch import scratch
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.actions import four_id, three_id, two_id
from ochaya.games.geishas_road.offers import can_counter, first_replaceable, replaceable
from ochaya.games.geishas_road.pieces import CARDS, LANTERNS
from ochaya.games.geishas_road.rounds import lanterns_left
from ochaya.games.geishas_road.state import (
    ANSWER,
    COMPROMISE,
    DEAL,
    DOUBLE,
    DRAW,
    FAVOUR,
    FIRST,
    FLIP,
    HIDDEN,
    HIDE,
    INTRIGUE,
    LANTERN,
    ORDER,
    REDRAW,
    REVEAL,
    RING,
    TOKENS,
    TURN,
    State,
)


@rule
def legal(s: State, out: Ids) -> int:
    """List what may be done now, ascending."""
    if s.phase == TURN:
        return legal_turns(s, out)
    if s.phase == ANSWER:
        return legal_answers(s, out)
    n = 0
    if s.phase == ORDER:
        return list_cards(s.share[s.seat], ids.FIRST_PLACE, out)
    if s.phase in (DEAL, DRAW, REDRAW):
        return list_cards(s.deck, ids.FIRST_DRAW, out)
    if s.phase == HIDE:
        for i in range(s.offered + 2):
            out[i] = ids.OPEN + i
        return s.offered + 2
    if s.phase == LANTERN:
        left = lanterns_left(s)
        for lantern in range(LANTERNS):
            if left >> lantern & 1:
                out[n] = ids.FIRST_LANTERN + lantern
                n += 1
    elif s.phase == FAVOUR:
        for colour in range(5):
            if s.favour[colour] == 0:
                out[n] = ids.FIRST_FAVOUR + colour
                n += 1
    elif s.phase == TOKENS:
        n = list_range(ids.FIRST_TOKENS, 2, out)
    elif s.phase == RING:
        n = list_range(ids.FIRST_RING, 24, out)
    elif s.phase == FLIP:
        n = list_range(ids.FIRST_FLIP, 10, out)
    elif s.phase == FIRST:
        n = list_range(ids.FIRST_PLAYER, 2, out)
    return n


@rule
def list_range(first: int, n: int, out: Ids) -> int:
    """List n neighbouring ids."""
    for i in range(n):
        out[i] = first + i
    return n


@rule
def list_cards(cards: int, first: int, out: Ids) -> int:
    """List one id for each card of a set."""
    n = 0
    while cards != 0:
        out[n] = first + lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@rule
def legal_turns(s: State, out: Ids) -> int:
    """§4 List every use of the markers that are left."""
    who = s.seat
    cards = scratch(CARDS, np.int32)
    size = list_cards(s.hand[who], 0, cards)
    n = 0
    if s.used[who, REVEAL] == 0:
        n = list_cards(s.hand[who], ids.FIRST_REVEAL, out)
    if s.used[who, INTRIGUE] == 0:
        for i in range(size):
            for j in range(size):
                if i != j:
                    out[n] = two_id(cards[i], cards[j])
                    n += 1
    if s.used[who, COMPROMISE] == 0:
        for k in range(2, size):
            for j in range(1, k):
                for i in range(j):
                    out[n] = three_id(cards[i], cards[j], cards[k])
                    n += 1
    if s.used[who, DOUBLE] == 0:
        for m in range(3, size):
            for k in range(2, m):
                for j in range(1, k):
                    for i in range(j):
                        first = four_id(cards[i], cards[j], cards[k], cards[m])
                        out[n] = first
                        out[n + 1] = first + 1
                        out[n + 2] = first + 2
                        n += 3
    return n


@rule
def legal_answers(s: State, out: Ids) -> int:
    """§4, §7 List the shares the player may choose, and his counter-offers."""
    n = 0
    if s.offered == DOUBLE:
        n = list_range(ids.FIRST_PAIR, 2, out)
    elif s.seat == s.giver:
        n = list_range(ids.FIRST_LEAVE, 3, out)
    else:
        n = list_range(ids.FIRST_TAKE, 3, out)
    if can_counter(s):
        cards = scratch(CARDS, np.int32)
        size = list_cards(s.hand[s.seat], 0, cards)
        first_slot = first_replaceable(s)
        for slot in range(first_slot, first_slot + replaceable(s)):
            for i in range(size):
                first = ids.FIRST_COUNTER + 40 * slot + 2 * cards[i]
                out[n] = first
                n += 1
                if s.special[s.seat, HIDDEN] == 0:
                    out[n] = first + 1
                    n += 1
    return n


@rule
def odds(s: State, out: Ids) -> int:
    """Every outcome of chance is as likely as any other here."""
    n = 2
    if s.phase == RING:
        n = 24
    elif s.phase == FLIP:
        n = 10
    elif s.phase == FAVOUR:
        n = 0
        for colour in range(5):
            n += s.favour[colour] == 0
    elif s.phase == LANTERN:
        n = LANTERNS - int(s.laid)
    elif s.phase != FIRST:
        n = count(s.deck)
    for i in range(n):
        out[i] = 1
    return n
