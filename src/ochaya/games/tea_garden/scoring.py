"""The end of the game (§12): what everything is worth, and who wins."""

from __future__ import annotations

import numpy as np

from ochaya.core.game import Shares
from ochaya.core.jit import rule
from ochaya.games.tea_garden.cards import owns
from ochaya.games.tea_garden.lu_yu.cards import (
    LU_CAKE_POINTS,
    LU_CARAVAN_POINTS,
    LU_FERMENTED_POINTS,
    LU_FRESH_FOR_A_POINT,
    LU_UNFINISHED_POINTS,
)
from ochaya.games.tea_garden.pieces import (
    CAKE,
    CARAVAN_IS_BLUE,
    CARAVANS,
    CARD_POINTS,
    CONNECTION_POINTS,
    EMPEROR_CAP,
    EMPEROR_CARDS,
    EMPEROR_POINTS,
    EMPEROR_RULE,
    FERMENTED,
    FIRST_ACTION,
    FIRST_EMPEROR,
    FRESH,
    FURTHER_CONNECTION,
    LEVEL,
    LU_STEP_POINTS,
    PROVINCE,
    PROVINCES,
    QUALITY,
    REGIONS,
    RIVER_POINTS,
    STEP_POINTS,
    STUDY_POINTS,
    TILES,
    TOKEN_POINTS,
    TOKEN_STARS,
    TOKENS,
)
from ochaya.games.tea_garden.state import (
    FIRST_OWNED,
    FROM_CAKES,
    FROM_CARAVANS,
    FROM_CARDS,
    FROM_CUPS,
    FROM_DECREES,
    FROM_EMPEROR_CARDS,
    FROM_LEFTOVERS,
    FROM_RIVER,
    FROM_STUDY,
    FROM_TRACK,
    State,
)
from ochaya.games.tea_garden.turn.court import count_cakes, count_caravans, decree_points
from ochaya.games.tea_garden.turn.effects import cake_size
from ochaya.games.tea_garden.turn.leaves import count_leaves, has_garden
from ochaya.games.tea_garden.turn.sides import count_connections, count_points, count_tiles


@rule
def card_points(s: State, player: int) -> int:
    """§12 Add up the printed points of a player's action cards."""
    points = np.int64(0)
    for card in range(FIRST_ACTION, FIRST_EMPEROR):
        if owns(s, player, card):
            points += CARD_POINTS[card]
    return points  # type: ignore[return-value]


@rule
def bought_cards(s: State, player: int, level: int) -> int:
    """Count a player's action cards of at least this level."""
    cards = 0
    for card in range(FIRST_ACTION, FIRST_EMPEROR):
        if LEVEL[card] >= level and owns(s, player, card):
            cards += 1
    return cards


@rule
def emperor_cards_of(s: State, player: int) -> int:
    """Count a player's emperor cards."""
    cards = 0
    for i in range(EMPEROR_CARDS):
        if owns(s, player, FIRST_EMPEROR + i):
            cards += 1
    return cards


@rule
def fine_gardens(s: State, player: int) -> int:
    """Count a player's gardens in regions of quality 5 or 6."""
    gardens = 0
    for region in range(REGIONS):
        if QUALITY[region] >= 5 and has_garden(s, player, region):
            gardens += 1
    return gardens


@rule
def provinces_of(s: State, player: int) -> int:
    """Count the provinces with a garden of a player."""
    provinces = 0
    for province in range(PROVINCES):
        for region in range(REGIONS):
            if PROVINCE[region] == province and has_garden(s, player, region):
                provinces += 1
                break
    return provinces


@rule
def cup_tokens_of(s: State, player: int) -> int:
    """Count a player's unused cup tokens."""
    tokens = 0
    for tile in range(TILES):
        if s.cup_token[tile] and s.tile_place[tile] == FIRST_OWNED + player:
            tokens += 1
    return tokens


@rule
def blue_caravans(s: State, player: int) -> int:
    """Count a player's advanced caravan cards."""
    cards = 0
    for caravan in range(CARAVANS):
        if CARAVAN_IS_BLUE[caravan] and s.caravan_place[caravan] == FIRST_OWNED + player:
            cards += 1
    return cards


@rule
def counted(s: State, player: int, what: int) -> int:
    """§12.2 Count what an emperor card scores; the numbers are those of pieces.EMPEROR_COUNTS."""
    if what == 0:
        return s.built[player] + 1  # type: ignore[no-any-return]
    if what == 1:
        return fine_gardens(s, player)
    if what == 2:
        return count_caravans(s, player)
    if what == 3:
        return blue_caravans(s, player)
    if what == 4:
        return count_tiles(s, player)
    if what == 5:
        return count_connections(s, player)
    if what == 6:
        return s.study[player] // 4  # type: ignore[no-any-return]
    if what == 7:
        return s.study[player]  # type: ignore[no-any-return]
    if what == 8:
        return s.river[player]  # type: ignore[no-any-return]
    if what == 9:
        return bought_cards(s, player, 1)
    if what == 10:
        return bought_cards(s, player, 4)
    if what == 11:
        return emperor_cards_of(s, player)
    if what == 12:
        return count_leaves(s, player, FERMENTED, 1)
    if what == 13:
        return provinces_of(s, player)
    if what == 14:
        scrolls = s.scrolls[player, 0] + s.scrolls[player, 1] + s.scrolls[player, 2]
        return scrolls + s.emperor_tokens[player] + cup_tokens_of(s, player)  # type: ignore[no-any-return]
    if what == 15:
        return min(int(s.built[player]), count_caravans(s, player), count_tiles(s, player))
    return count_cakes(s, player)


@rule
def emperor_card_points(s: State, player: int) -> int:
    """§12.2 Add up the points of a player's emperor cards."""
    points = np.int64(0)
    for i in range(EMPEROR_CARDS):
        if owns(s, player, FIRST_EMPEROR + i):
            points += EMPEROR_POINTS[i] * min(counted(s, player, EMPEROR_RULE[i]), EMPEROR_CAP[i])
    return points  # type: ignore[return-value]


@rule
def cup_points(s: State, player: int) -> int:
    """§12 Give the points of a player's same-colour connections."""
    same = count_connections(s, player)
    last = len(CONNECTION_POINTS) - 1
    return CONNECTION_POINTS[min(same, last)] + FURTHER_CONNECTION * max(0, same - last)  # type: ignore[no-any-return]


@rule
def cake_points(s: State, player: int) -> int:
    """§13.4 Give the points of a player's complete cakes: stars times points of each."""
    points = np.int64(0)
    for leader in range(TOKENS):
        if cake_size(s, player, leader) == CAKE:
            stars, worth = np.int64(0), np.int64(0)
            for token in range(TOKENS):
                if s.cake[token] == leader:
                    stars += TOKEN_STARS[token]
                    worth += TOKEN_POINTS[token]
            points += stars * worth
    return points  # type: ignore[return-value]


@rule
def lu_cake_points(s: State, player: int) -> int:
    """§14.6 Give Lu Yu's points for cakes, complete and incomplete."""
    points = 0
    for leader in range(TOKENS):
        size = cake_size(s, player, leader)
        if size == CAKE:
            points += LU_CAKE_POINTS
        elif size > 0:
            points += LU_UNFINISHED_POINTS
    return points


@rule
def score_player(s: State, player: int) -> None:
    """§12, §14.6 Score everything of one player at the end; the events tell it source by source."""
    count_points(s, player, card_points(s, player), FROM_CARDS)
    count_points(s, player, RIVER_POINTS[s.river[player]], FROM_RIVER)
    count_points(s, player, STUDY_POINTS[s.study[player]], FROM_STUDY)
    count_points(s, player, cup_points(s, player), FROM_CUPS)
    count_points(s, player, decree_points(s, player), FROM_DECREES)
    if s.is_solo and player == 1:
        count_points(s, player, LU_CARAVAN_POINTS * count_caravans(s, player), FROM_CARAVANS)
        green, brown = count_leaves(s, player, FRESH, 1), count_leaves(s, player, FERMENTED, 1)
        count_points(s, player, green // LU_FRESH_FOR_A_POINT + brown * LU_FERMENTED_POINTS, FROM_LEFTOVERS)
        count_points(s, player, LU_STEP_POINTS[s.step[player]], FROM_TRACK)
        count_points(s, player, lu_cake_points(s, player), FROM_CAKES)
        return
    count_points(s, player, emperor_card_points(s, player), FROM_EMPEROR_CARDS)
    count_points(s, player, STEP_POINTS[s.step[player]], FROM_TRACK)
    count_points(s, player, cake_points(s, player), FROM_CAKES)


@rule
def standing(s: State, player: int) -> int:
    """§12.3 Give a number that orders players: points, then leaves left, then emperor tokens."""
    leaves = np.int64(count_leaves(s, player, FRESH, 1)) + count_leaves(s, player, FERMENTED, 1)
    return (int(s.points[player]) * 1000 + int(leaves)) * 1000 + int(s.emperor_tokens[player])


@rule
def score(s: State, out: Shares) -> None:
    """§12.3 Give each seat's share of the win; alone, 1 for more points than Lu Yu and 0 otherwise."""
    if s.is_solo:
        out[0] = 1.0 if s.points[0] > s.points[1] else 0.0
        return
    best = standing(s, 0)
    for player in range(1, s.players):
        best = max(best, standing(s, player))
    winners = 0
    for player in range(s.players):
        if standing(s, player) == best:
            winners += 1
    for player in range(s.players):
        out[player] = 1.0 / winners if standing(s, player) == best else 0.0
