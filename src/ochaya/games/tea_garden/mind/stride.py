"""The fast path for playouts: cards are drawn and laid all at once, and most choices are made without a list.

Distribution: exactly that of the plain path; more than that, from the same generator it takes the very same steps, for
it draws the same numbers in the same order and finds what `legal` would list at the place drawn. Tests compare the two
byte by byte. What chance may give is in luck.py, a whole turn's main and free actions are in whim.py.
"""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import count, nth
from ochaya.core.jit import inner_rule, rule
from ochaya.core.rng import Rng, below, next_word, part
from ochaya.core.scratch import scratch
from ochaya.games.tea_garden import actions as a
from ochaya.games.tea_garden.choices import choices
from ochaya.games.tea_garden.flow import advance
from ochaya.games.tea_garden.mind.luck import deal
from ochaya.games.tea_garden.mind.whim import whim
from ochaya.games.tea_garden.pieces import CARDS, STARTERS
from ochaya.games.tea_garden.rules import answer, do_free, do_main, play_card
from ochaya.games.tea_garden.state import (
    ACT,
    FERMENT,
    FINISHED,
    FIRST_OWNED,
    HAND_ZONE,
    HARVEST,
    NOTHING_DUE,
    PAY,
    SHOWN,
    STACK,
    STUDY,
    TAKE_SCROLL,
    TAKE_TILE,
    TURN,
    ZONES,
    State,
)
from ochaya.games.tea_garden.telling import forget
from ochaya.games.tea_garden.turn.effects import scroll_supply
from ochaya.games.tea_garden.turn.leaves import fermentable, harvestable, pay_leaf, payable
from ochaya.games.tea_garden.turn.sides import open_stacks


@rule
def stride(s: State, rng: Rng) -> int:
    """Make one random step for whoever must act, all cards of a stack in one; give how many ordinary steps it was."""
    own = scratch(1, np.uint64)  # an array of the caller's is counted in and out of every function it is passed to
    own[0] = rng[0]
    steps = deal(s, own) if s.due != NOTHING_DUE else decide(s, own)
    rng[0] = own[0]
    return steps


@inner_rule
def decide(s: State, rng: Rng) -> int:
    """Choose for the player who must act."""
    phase, steps = s.phase, 1
    if phase == FINISHED:
        return 0
    forget(s)
    if phase == ACT:
        action = whim(s, next_word(rng))
        if action < a.A_DO:
            do_main(s, action)
        else:
            do_free(s, action)
    elif phase in (TURN, STACK):
        steps = take_a_turn(s, rng)
    elif phase == PAY:
        leaves = payable(s)
        pay_leaf(s, nth(leaves, part(next_word(rng), count(leaves))))
    else:
        answer(s, random_answer(s, next_word(rng)))
    advance(s)
    return steps


@inner_rule
def take_a_turn(s: State, rng: Rng) -> int:
    """§3.3 Pass, or lay a card of the hand and others below it in ascending order; give how many choices that was."""
    cards, steps = cards_in_hand(s), 0
    while s.phase in (TURN, STACK):
        starters, first = starters_in_hand(s), int(s.stacked)
        if first <= STARTERS:
            starters = starters >> first << first
        else:
            starters, cards = 0, cards >> first - STARTERS << first - STARTERS
        weak, is_top = count(starters), s.phase == TURN
        at = below(rng, 1 + weak + count(cards)) - 1
        steps += 1
        if at < 0:
            play_card(s, a.A_PASS if is_top else a.A_STOP)
        elif at < weak:
            play_card(s, nth(starters, at) + (a.A_TOP if is_top else a.A_UNDER))
        else:
            bit = nth(cards, at - weak)
            cards ^= 1 << bit
            play_card(s, STARTERS + bit + (a.A_TOP if is_top else a.A_UNDER))
    return steps


@inner_rule
def starters_in_hand(s: State) -> int:
    """Give the kinds of starting cards in the hand of the player whose turn it is."""
    kinds = 0
    for card in range(STARTERS):
        copies = s.starters[s.turn_of, HAND_ZONE, card] + s.starters[s.turn_of, SHOWN, card]
        kinds |= int(copies > 0) << card
    return kinds


@inner_rule
def cards_in_hand(s: State) -> int:
    """Give the other cards of that hand."""
    cards, hidden, shown = 0, FIRST_OWNED + ZONES * s.turn_of + HAND_ZONE, FIRST_OWNED + ZONES * s.turn_of + SHOWN
    for i in range(CARDS - STARTERS):
        cards |= int((s.place[STARTERS + i] == hidden) | (s.place[STARTERS + i] == shown)) << i
    return cards


@inner_rule
def random_answer(s: State, word: int) -> int:
    """Any answer to a question of the rules; the rarer questions list theirs."""
    phase = s.phase
    if phase == TAKE_SCROLL:
        first, ways = a.A_SCROLL, 0
        for kind in range(3):
            ways |= int(scroll_supply(s, kind) > 0) << kind
    elif phase == FERMENT:
        first, ways = a.A_LEAF, fermentable(s)
    elif phase == HARVEST:
        first, ways = a.A_GARDEN, harvestable(s)
    elif phase == STUDY:
        first, ways = a.A_STUDY + 2 * (int(s.study[s.turn_of]) % 4), 3
    elif phase == TAKE_TILE:
        first, ways = a.A_STACK, open_stacks(s, s.turn_of)
    else:
        out = scratch(256, np.int32)
        return out[part(word, choices(s, out))]  # type: ignore[no-any-return]
    return first + nth(ways, part(word, count(ways)))
