"""The Pu-erh expansion (§13): the imperial court, the Pu-erh market, decrees and the scoring of halls."""

from __future__ import annotations

import numpy as np

from ochaya.core.bits import lowest
from ochaya.core.jit import inner_rule, rule
from ochaya.games.tea_garden.pieces import (
    CAKE,
    CARAVANS,
    DECREE_NEEDS,
    DECREE_POINTS,
    DECREES,
    HALL_BONUS,
    HALL_FIRST,
    HALL_SECOND,
    SHOP_STRENGTH,
    SQUARES,
    TOKEN_FERMENTED,
    TOKEN_LEAVES,
    TOKENS,
)
from ochaya.games.tea_garden.state import (
    FIRST_OWNED,
    FROM_BONUSES,
    FROM_HALLS,
    NONE,
    PAY_TOKEN,
    State,
)
from ochaya.games.tea_garden.telling import T_DECREE, T_HALL, tell
from ochaya.games.tea_garden.turn.effects import cake_size, gain, leaders_of
from ochaya.games.tea_garden.turn.leaves import ask_payment, can_pay
from ochaya.games.tea_garden.turn.sides import count_points, count_tiles


@rule
def may_visit(s: State, place: int, square: int) -> bool:
    """§13.2 Say whether a messenger may stand on a square: it is free and not above this turn's strength."""
    if s.halls[place] == NONE or s.square[place, square] != 0:
        return False
    return bool(SQUARES[square] <= s.strength and s.ready[s.turn_of] > 0)


@rule
def hall_place(s: State, hall: int) -> int:
    """Find the place at court where a hall tile lies."""
    for place in range(3):
        if s.halls[place] == hall:
            return place
    return NONE


@rule
def send_messenger(s: State, player: int, place: int, square: int) -> None:
    """§13.2 Put a messenger on a square below a hall."""
    s.ready[player] -= 1
    s.square[place, square] = player + 1


@rule
def visit(s: State, hall: int, square: int) -> None:
    """§13.2 Visit the imperial court: place a messenger and gain what the hall shows, in any order."""
    send_messenger(s, s.turn_of, hall_place(s, hall), square)
    gain(s, HALL_BONUS[hall], FROM_BONUSES)


@rule
def tokens_for(strength: int) -> int:
    """§13.3 Give how many premium tokens may be bought with this strength."""
    tokens = 0
    for needed in SHOP_STRENGTH:
        if strength >= needed:
            tokens += 1
    return tokens


@rule
def may_shop(s: State, place: int) -> bool:
    """§13.3 Say whether the premium token on a place can be paid."""
    token = int(s.stock[1, place])
    return token != NONE and can_pay(s, s.turn_of, TOKEN_LEAVES[token], TOKEN_FERMENTED[token], 1)


@rule
def may_shop_any(s: State) -> bool:
    """§13.3 Say whether any premium token can be paid."""
    return may_shop(s, 0) or may_shop(s, 1) or may_shop(s, 2)


@rule
def shop(s: State, token: int) -> None:
    """§13.3 Buy one premium token: pay its price; it is laid when the shopping is done."""
    s.shopping -= 1
    ask_payment(s, TOKEN_LEAVES[token], TOKEN_FERMENTED[token], 1, PAY_TOKEN, token)


@rule
def count_cakes(s: State, player: int) -> int:
    """§13.4 Count a player's complete Pu-erh cakes."""
    cakes, tokens, leaders = 0, np.int64(0), leaders_of(s, player)
    if leaders:
        for token in range(TOKENS):
            tokens += s.token_place[token] == FIRST_OWNED + player
    while leaders and tokens >= CAKE:
        cakes += int(cake_size(s, player, lowest(leaders)) == CAKE)
        leaders &= leaders - 1
    return cakes


@inner_rule
def count_caravans(s: State, player: int) -> int:
    """§7 Count a player's caravan cards."""
    cards = 0
    for caravan in range(CARAVANS):
        if s.caravan_place[caravan] == FIRST_OWNED + player:
            cards += 1
    return cards


@rule
def decree_progress(s: State, player: int, decree: int) -> int:
    """§13.5 Give how far a player has come with what a decree counts."""
    if decree == 0:
        return s.river[player]  # type: ignore[no-any-return]
    if decree == 1:
        return s.step[player]  # type: ignore[no-any-return]
    if decree == 2:
        return s.study[player] // 4  # type: ignore[no-any-return]
    if decree == 3:
        return s.built[player] + 1  # type: ignore[no-any-return]
    if decree == 4:
        return count_caravans(s, player)
    if decree == 5:
        return count_tiles(s, player)
    return count_cakes(s, player)


@rule
def check_decrees(s: State, player: int) -> None:
    """§13.5 Mark every decree a player now meets: the best free space and a waiting messenger."""
    for decree in range(DECREES):
        side = s.decree_side[decree] - 1
        if side < 0 or s.decree_done[player, decree]:
            continue
        if decree_progress(s, player, decree) < DECREE_NEEDS[decree, side]:
            continue
        s.decree_done[player, decree] = 1
        points = 0
        for space in range(2):
            if s.decree_space[decree, space] == 0:
                s.decree_space[decree, space] = player + 1
                points = DECREE_POINTS[decree, side, space]
                break
        if s.waiting[player] > 0:
            s.waiting[player] -= 1
            s.ready[player] += 1
        tell(s, T_DECREE, player, decree, points)


@rule
def decree_points(s: State, player: int) -> int:
    """§13.5 Give the points of the decree spaces a player stands on."""
    points = 0
    for decree in range(DECREES):
        for space in range(2):
            if s.decree_space[decree, space] == player + 1:
                points += DECREE_POINTS[decree, s.decree_side[decree] - 1, space]
    return points


@rule
def hall_rank(s: State, place: int, player: int) -> int:
    """§13.2 Give a number that orders players below a hall: the sum of squares, then the highest square."""
    total, highest = np.int64(0), np.int64(0)
    for square in range(4):
        if s.square[place, square] == player + 1:
            total += SQUARES[square]
            highest = max(highest, np.int64(SQUARES[square]))
    return 10 * total + highest  # type: ignore[return-value]


@rule
def score_halls(s: State) -> None:
    """§13.2 Score every hall, return the messengers and take the hall tiles away."""
    for place in range(3):
        if s.halls[place] == NONE:
            continue
        best, second, best_rank, second_rank = NONE, NONE, 0, 0
        for player in range(s.players):
            rank = hall_rank(s, place, player)
            if rank > best_rank:
                second, second_rank = best, best_rank
                best, best_rank = player, rank
            elif rank > second_rank:
                second, second_rank = player, rank
        if best != NONE:
            count_points(s, best, HALL_FIRST, FROM_HALLS)
            tell(s, T_HALL, best, int(s.halls[place]), HALL_FIRST)
        if second != NONE:
            count_points(s, second, HALL_SECOND, FROM_HALLS)
            tell(s, T_HALL, second, int(s.halls[place]), HALL_SECOND)
        for square in range(4):
            if s.square[place, square] > 0:
                s.ready[s.square[place, square] - 1] += 1
                s.square[place, square] = 0
        s.halls[place] = NONE
