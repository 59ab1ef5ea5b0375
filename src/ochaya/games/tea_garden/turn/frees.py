"""Free actions (§9): scrolls, the emperor track, cup tokens, exchanges; any number of them in a turn."""

from __future__ import annotations

import numpy as np

from ochaya.core.jit import rule
from ochaya.games.tea_garden.pieces import (
    EMPEROR_TOKEN_PRICE,
    LAST_STEP,
    PLUS,
    SCROLL_PRICE,
    SCROLLS_OF_A_KIND,
    SIDE_PRICE,
    STEP_BONUS,
    STEP_FERMENTED,
    STEP_LEAVES,
    STEP_QUALITY,
    STEP_TOKENS,
    TILE_BONUS,
    TWICE,
    UNI,
)
from ochaya.games.tea_garden.state import (
    FIRST_OWNED,
    FROM_BONUSES,
    FROM_TRACK,
    PAY_EMPEROR,
    PAY_SCROLL,
    PAY_SIDE_ACTION,
    PAY_STEP,
    PLAYERS,
    State,
)
from ochaya.games.tea_garden.turn.effects import gain
from ochaya.games.tea_garden.turn.leaves import ask_payment, can_pay


@rule
def was_used(s: State, side: int) -> bool:
    """§9.1 Say whether the top card's icon of this side action (or of any) was used this turn: it may be repeated."""
    return bool(s.sides_used[side] > 0 or s.sides_used[3] > 0)


@rule
def may_double(s: State, side: int) -> bool:
    """§9.1 Say whether a times-two scroll can repeat this side action now; one such scroll a turn."""
    return s.scrolls[s.turn_of, TWICE] > 0 and not s.doubled and was_used(s, side)


@rule
def double(s: State, side: int) -> None:
    """§9.1 Return a times-two scroll and perform the side action of the top card once more."""
    s.scrolls[s.turn_of, TWICE] -= 1
    s.doubled = 1
    s.pending[UNI + side] += 1


@rule
def may_repeat(s: State, side: int) -> bool:
    """§9.4 Say whether leaves can buy this side action once more; once a turn."""
    return not s.repeated and was_used(s, side) and can_pay(s, s.turn_of, SIDE_PRICE, SIDE_PRICE, 1)


@rule
def repeat(s: State, side: int) -> None:
    """§9.4 Pay fermented leaves to perform the side action of the top card once more."""
    s.repeated = 1
    ask_payment(s, SIDE_PRICE, SIDE_PRICE, 1, PAY_SIDE_ACTION, UNI + side)


@rule
def may_strengthen(s: State) -> bool:
    """§9.1 Say whether a +1 scroll is of use: before the main action."""
    return s.scrolls[s.turn_of, PLUS] > 0 and not s.main_done


@rule
def strengthen(s: State) -> None:
    """§9.1 Return a +1 scroll: one more strength this turn."""
    s.scrolls[s.turn_of, PLUS] -= 1
    s.strength += 1


@rule
def may_swap_for_scroll(s: State) -> bool:
    """§9.4 Say whether three leaves can be turned into a scroll."""
    return can_pay(s, s.turn_of, SCROLL_PRICE, 0, 1) and has_scrolls(s)


@rule
def has_scrolls(s: State) -> bool:
    """§9.1 Say whether the supply has any scroll: not all of them are taken."""
    taken = np.int64(0)
    for player in range(PLAYERS):
        for kind in range(3):
            taken += s.scrolls[player, kind]
    return bool(taken < 3 * SCROLLS_OF_A_KIND)


@rule
def swap_for_scroll(s: State) -> None:
    """§9.4 Pay leaves for a scroll of one's choice."""
    ask_payment(s, SCROLL_PRICE, 0, 1, PAY_SCROLL, 0)


@rule
def may_swap_for_token(s: State) -> bool:
    """§9.4 Say whether fermented leaves can be turned into an emperor token."""
    return can_pay(s, s.turn_of, EMPEROR_TOKEN_PRICE, EMPEROR_TOKEN_PRICE, 1)


@rule
def swap_for_token(s: State) -> None:
    """§9.4 Pay fermented leaves for an emperor token."""
    ask_payment(s, EMPEROR_TOKEN_PRICE, EMPEROR_TOKEN_PRICE, 1, PAY_EMPEROR, 0)


@rule
def may_climb(s: State) -> bool:
    """§9.2 Say whether the next step of the emperor track can be paid."""
    step = int(s.step[s.turn_of])
    if step >= LAST_STEP or s.emperor_tokens[s.turn_of] < STEP_TOKENS[step]:
        return False
    return can_pay(s, s.turn_of, STEP_LEAVES[step], STEP_FERMENTED[step], STEP_QUALITY[step])


@rule
def climb(s: State) -> None:
    """§9.2 Pay emperor tokens and leaves for one step of the emperor track."""
    step = int(s.step[s.turn_of])
    s.emperor_tokens[s.turn_of] -= STEP_TOKENS[step]
    ask_payment(s, STEP_LEAVES[step], STEP_FERMENTED[step], STEP_QUALITY[step], PAY_STEP, 0)


@rule
def arrive(s: State) -> None:
    """§9.2 Reach the step just paid and take its reward."""
    step = int(s.step[s.turn_of])
    s.step[s.turn_of] += 1
    gain(s, STEP_BONUS[step], FROM_TRACK)


@rule
def may_use_cup(s: State, tile: int) -> bool:
    """§9.3 Say whether an own cup token lies to the right of this tile."""
    return bool(s.cup_token[tile] == 1 and s.tile_place[tile] == FIRST_OWNED + s.turn_of)


@rule
def has_two_bonuses(s: State, tile: int) -> bool:
    """§9.3 Say whether the two tiles of a cup token show different bonuses; else there is nothing to choose."""
    other = s.tile_next[tile]
    return bool(TILE_BONUS[tile, 0, 0] != TILE_BONUS[other, 0, 0] or TILE_BONUS[tile, 0, 1] != TILE_BONUS[other, 0, 1])


@rule
def use_cup(s: State, tile: int, is_right: int) -> None:
    """§9.3 Return the cup token to the right of a tile: gain the bonus of that tile or of the next."""
    s.cup_token[tile] = 0
    gain(s, TILE_BONUS[s.tile_next[tile] if is_right else tile], FROM_BONUSES)
