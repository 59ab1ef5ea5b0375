"""The judgement of bots: what a position is worth in points (what to try first is in promise.py).

`worth` estimates a player's final points: what is safe, what the end will score, and what stores, gardens, cards and
the rest of the turn will still bring. `value` turns the estimates into chances to win. All numbers are our own, found
by playing bots against each other.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ochaya.core.curves import exp, logistic
from ochaya.core.game import Shares
from ochaya.core.habit import Shape, habit_of
from ochaya.core.jit import rule
from ochaya.core.outlook import outlook_of
from ochaya.core.sense import Sense
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden.cards import in_hand, owns
from ochaya.games.tea_garden.mind.promise import EFFECT_WORTH, bonus_worth, icon_worth, priors
from ochaya.games.tea_garden.pieces import (
    CAKE,
    CARAVAN_FERMENTED,
    CARAVAN_LEAF_BONUS,
    CARAVAN_STRENGTH,
    CARAVAN_STRENGTH_BONUS,
    CARAVAN_TOTAL,
    CARD_POINTS,
    CARDS,
    COLUMNS,
    EFFECTS,
    FERMENTED,
    FIRST_ACTION,
    FIRST_PENDING,
    FREE_SLOTS,
    FRESH,
    HALL_BONUS,
    LU_STEP_POINTS,
    POT,
    PRICE_LEAVES,
    PRICE_QUALITY,
    QUALITY,
    REGION_TOKEN_BONUS,
    REGIONS,
    RIVER_POINTS,
    ROUNDS,
    SLOT_PRICE,
    SPACE_POINTS,
    SQUARES,
    STARTERS,
    STEP_BONUS,
    STEP_POINTS,
    STRENGTH,
    STUDY_POINTS,
    TOKEN_BONUS,
    TOKEN_FERMENTED,
    TOKEN_LEAVES,
    TOKEN_POINTS,
    TOKEN_STARS,
    TOKENS,
)
from ochaya.games.tea_garden.scoring import (
    cake_points,
    card_points,
    cup_points,
    cup_tokens_of,
    emperor_card_points,
    emperor_cards_of,
    lu_cake_points,
)
from ochaya.games.tea_garden.state import (
    ACTING,
    FINISHED,
    NONE,
    PAY,
    PAY_CARAVAN,
    PAY_CARD,
    PAY_EMPEROR,
    PAY_SCROLL,
    PAY_SIDE_ACTION,
    PAY_STEP,
    PAY_TOKEN,
    STACK,
    State,
)
from ochaya.games.tea_garden.turn.court import count_caravans, decree_points, hall_rank
from ochaya.games.tea_garden.turn.effects import cake_size
from ochaya.games.tea_garden.turn.leaves import can_pay, count_leaves, has_garden
from ochaya.games.tea_garden.turn.mains import free_space, garden_sites, missing_pots
from ochaya.games.tea_garden.turn.sides import count_tiles

STEP_HOPE = np.array([0.0, 1.0, 4.0, 2.0, 3.0, 2.0, 0.0], np.float64)
"""What it is worth to stand on a step of the emperor track, for the steps that come next."""


@rule
def worth(s: State, player: int) -> float:
    """Estimate a player's final points."""
    left = float(max(0, ROUNDS - s.round_number))
    points = float(s.points[player])
    if s.phase == FINISHED:
        return points
    points += card_points(s, player) + RIVER_POINTS[s.river[player]] + STUDY_POINTS[s.study[player]]
    points += cup_points(s, player) + decree_points(s, player)
    if s.is_solo and player == 1:
        points += 5.0 * count_caravans(s, player) + LU_STEP_POINTS[s.step[player]] + lu_cake_points(s, player)
        return float(points + 0.5 * float(s.leaves[1, 0, 0]) + float(s.leaves[1, 1, 0]) + 20.0 * left)
    points += emperor_card_points(s, player) + STEP_POINTS[s.step[player]] + cake_points(s, player)
    points += 1.5 * left * emperor_cards_of(s, player) + 0.5 * min(left, 2.0) * (s.study[player] % 4)
    points += min(1.0, 0.5 * (left + 0.5)) * STEP_HOPE[s.step[player]]
    points += stores(s, player, left) + lands(s, player, left) + deck(s, player, left) + turn_worth(s, player, left)
    if s.has_puerh:
        points += court_worth(s, player, left)
    return float(points)


@rule
def stores(s: State, player: int, left: float) -> float:
    """What leaves, tokens and scrolls are worth while there is time to use them."""
    turns = 3.0 * left
    if not s.passed[player]:
        turns += max(0, FREE_SLOTS - s.turns[player]) + (1.0 if s.stage == ACTING and s.turn_of == player else 0.0)
    use = min(1.0, 0.1 + turns / 3.0)
    leaves = 0.0
    for basket in range(6):
        leaves += s.leaves[player, FRESH, basket] * (0.65 + 0.06 * basket)
        leaves += s.leaves[player, FERMENTED, basket] * (1.30 + 0.10 * basket)
    if leaves > 14.0:
        leaves = 14.0 + 0.7 * (leaves - 14.0)
    wanted = 2.0 * (6 - s.step[player])
    tokens = min(float(s.emperor_tokens[player]), wanted)
    scrolls = 0.6 * s.scrolls[player, 0] + 0.7 * s.scrolls[player, 1] + 0.5 * s.scrolls[player, 2]
    if scrolls > 1.5:
        scrolls = 1.5 + 0.2 * (scrolls - 1.5)
    return float(use * (leaves + 1.5 * tokens + scrolls + 1.0 * cup_tokens_of(s, player)))


@rule
def lands(s: State, player: int, left: float) -> float:
    """What gardens will still yield, and what open cup rows promise."""
    yields = 0.0
    for region in range(REGIONS):
        if has_garden(s, player, region):
            yields += 2.0 * (0.32 + 0.07 * QUALITY[region])
    return left * yields + 0.35 * min(left + 0.5, 2.0) * min(count_tiles(s, player), 5)


@rule
def deck(s: State, player: int, left: float) -> float:
    """What the cards in hand and in the deck will still bring."""
    hand, strong = 0.0, 0.0
    for card in range(CARDS):
        copies = in_hand(s, player, card)
        if copies > 0:
            hand += copies * (0.4 + 1.1 * STRENGTH[card])
        if card >= FIRST_ACTION and owns(s, player, card):
            strong += STRENGTH[card] + 0.5
    weak = 0.0
    for zone in range(5):
        for card in range(STARTERS - 1):
            weak += s.starters[player, zone, card]
    turns = 3.0 * left
    if not s.passed[player]:
        turns += max(0, FREE_SLOTS - s.turns[player])
    return min(1.0, turns / 2.0) * hand + left * (0.45 * strong - 0.12 * weak)


@rule
def turn_worth(s: State, player: int, left: float) -> float:
    """What the turn at hand and the free slots left this round are worth."""
    if s.passed[player] or s.round_number == 0:
        return 0.0
    slots = float(min(max(0, FREE_SLOTS - s.turns[player]), s.hand_size[player]))
    points = 2.5 * slots
    if may_pay_another_slot(s, player, slots):
        points += 1.5
    if s.stage != ACTING or s.turn_of != player:
        return points
    if s.phase == STACK:
        points += best_main(s, player, int(s.slot_strength[player, s.turns[player]]), left)
        points += icon_worth(int(s.slot_top[player, s.turns[player]]))
    elif s.strength > 0 and not s.main_done:
        points += best_main(s, player, s.strength, left)
    if s.phase == PAY:
        points += bill(s, left)
    for kind in range(FIRST_PENDING, EFFECTS):
        points += EFFECT_WORTH[kind] * (s.icons[kind] + s.pending[kind])
    return points + (0.02 if s.main_done else 0.0)


@rule
def may_pay_another_slot(s: State, player: int, slots: float) -> bool:
    """Say whether a turn beyond the free ones is possible: a slot, a card more than free slots take, and its price."""
    if s.turns[player] >= 4 + s.has_puerh or s.hand_size[player] <= slots:
        return False
    return can_pay(s, player, SLOT_PRICE, SLOT_PRICE, 1)


@rule
def bill(s: State, left: float) -> float:
    """What is being paid for, less the leaves still owed."""
    points = -0.55 * s.owed - 0.4 * max(0, s.owed - s.owed_fresh) - 0.05 * s.owed * s.owed_quality
    target = s.pay_target
    if s.pay_for == PAY_CARD:
        points += CARD_POINTS[target] + (0.45 * left + 0.5 * min(1.0, left)) * (STRENGTH[target] + 0.5)
    elif s.pay_for == PAY_CARAVAN:
        points += bonus_worth(CARAVAN_STRENGTH_BONUS[target // 4, target % 4 // 2])
        points += bonus_worth(CARAVAN_LEAF_BONUS[target // 4, target % 2])
    elif s.pay_for == PAY_STEP:
        step = int(s.step[s.turn_of])
        points += bonus_worth(STEP_BONUS[step]) + STEP_POINTS[step + 1] - STEP_POINTS[step]
        points += min(1.0, 0.5 * (left + 0.5)) * (STEP_HOPE[step + 1] - STEP_HOPE[step])
    elif s.pay_for == PAY_SIDE_ACTION:
        points += EFFECT_WORTH[target]
    elif s.pay_for == PAY_SCROLL:
        points += 0.5
    elif s.pay_for == PAY_EMPEROR:
        points += 1.4
    elif s.pay_for == PAY_TOKEN:
        points += bonus_worth(TOKEN_BONUS[target]) + 3.0 * (TOKEN_STARS[target] + TOKEN_POINTS[target]) + 1.0
    return float(points)


@rule
def best_main(s: State, player: int, strength: int, left: float) -> float:
    """What the best main action possible with this strength would bring, roughly; a little for strength itself."""
    best = 0.7 * min(2 * strength, count_leaves(s, player, FRESH, 1))
    best = max(best, 1.5 * min(strength, s.built[player] + 1))
    sites = garden_sites(s, strength)
    for region in range(REGIONS):
        if sites >> region & 1:
            gain = SPACE_POINTS[region, free_space(s, region)] + bonus_worth(REGION_TOKEN_BONUS[s.region_token[region]])
            best = max(best, gain + 2.0 * left * (0.32 + 0.07 * QUALITY[region]))
    for i in range(3):
        if s.caravans[i] != NONE:
            best = max(best, best_sale(s, player, int(s.caravans[i]), strength))
    for column in range(6):
        if s.market[column] != NONE and strength >= COLUMNS[column]:
            best = max(best, purchase(s, player, int(s.market[column]), left))
    if s.has_puerh:
        best = max(best, best_visit(s, player, strength))
    return float(0.85 * best + 0.1 * min(strength, 6))


@rule
def best_sale(s: State, player: int, caravan: int, strength: int) -> float:
    """What a caravan would bring, less the leaves it takes."""
    best = 0.0
    for half in range(2):
        total, brown = CARAVAN_TOTAL[caravan, half], CARAVAN_FERMENTED[caravan, half]
        if can_pay(s, player, total, brown, 1):
            gain = bonus_worth(CARAVAN_LEAF_BONUS[caravan, half]) - 0.65 * total - 0.55 * brown
            for level in range(2):
                if strength >= CARAVAN_STRENGTH[caravan, level]:
                    best = max(best, gain + bonus_worth(CARAVAN_STRENGTH_BONUS[caravan, level]))
    return best


@rule
def purchase(s: State, player: int, card: int, left: float) -> float:
    """What an action card would bring, less the leaves it takes."""
    price = card - FIRST_ACTION
    if not can_pay(s, player, PRICE_LEAVES[price], 0, PRICE_QUALITY[price]):
        return 0.0
    if missing_pots(s, card) > s.scrolls[player, POT]:
        return 0.0
    gain = CARD_POINTS[card] + left * 0.45 * (STRENGTH[card] + 0.5) + 0.5 * STRENGTH[card] * min(1.0, left)
    return float(gain - PRICE_LEAVES[price] * (0.45 + 0.07 * PRICE_QUALITY[price]))


@rule
def best_visit(s: State, player: int, strength: int) -> float:
    """What a visit to the court would bring; the Pu-erh market by the tokens one can pay."""
    best = 0.0
    for place in range(3):
        if s.halls[place] == NONE or s.ready[player] == 0:
            continue
        for square in range(4):
            if s.square[place, square] == 0 and SQUARES[square] <= strength:
                best = max(best, bonus_worth(HALL_BONUS[s.halls[place]]) + 1.6 + 0.3 * SQUARES[square])
                break
    for i in range(3):
        token = s.stock[1, i]
        if token != NONE and strength >= 1 and can_pay(s, player, TOKEN_LEAVES[token], TOKEN_FERMENTED[token], 1):
            gain = bonus_worth(TOKEN_BONUS[token]) + 3.0 * (TOKEN_STARS[token] + TOKEN_POINTS[token])
            best = max(best, gain + 1.0 - 0.55 * TOKEN_LEAVES[token] - 0.4 * TOKEN_FERMENTED[token])
    return best


@rule
def court_worth(s: State, player: int, left: float) -> float:
    """What messengers, halls and unfinished cakes promise."""
    points = 0.4 * left * (s.ready[player] + 0.3 * s.waiting[player])
    for place in range(3):
        mine = hall_rank(s, place, player)
        if mine > 0:
            ahead = 0
            for rival in range(s.players):
                if rival != player and hall_rank(s, place, rival) > mine:
                    ahead += 1
            points += 4.2 if ahead == 0 else 1.6 if ahead == 1 else 0.0
    for leader in range(TOKENS):
        size = cake_size(s, player, leader)
        if 0 < size < CAKE:
            stars, centre = 0.0, 0.0
            for token in range(TOKENS):
                if s.cake[token] == leader:
                    stars += TOKEN_STARS[token]
                    centre += TOKEN_POINTS[token]
            hope = 2.7 * (stars + 0.9) * (centre + 1.2) * (0.5 if size == 2 else 0.3)
            points += min(1.0, 0.25 + 0.4 * left) * hope
    return float(points)


@rule
def value(s: State, out: Shares) -> None:
    """Give each seat's chance to win from the estimates of final points."""
    spread = 5.0 + 2.5 * max(0, ROUNDS - s.round_number)
    if s.is_solo:
        out[0] = logistic((worth(s, 0) - worth(s, 1)) / 40.0)  # wide: far behind, points still count
        return
    best = -1e9
    for player in range(s.players):
        out[player] = worth(s, player)
        best = max(best, out[player])
    total = 0.0
    for player in range(s.players):
        out[player] = exp((out[player] - best) / spread)
        total += out[player]
    for player in range(s.players):
        out[player] /= total


instinct = habit_of(GAME, Path(__file__).parent / "instinct.npy", Shape(wide=256))
"""What an experienced player does without thinking; its numbers were learned (docs/training.md)."""


@rule
def players(s: State) -> int:
    """Give how many sit at the table; Lu Yu does not."""
    return 1 if s.is_solo else int(s.players)


foresee = outlook_of(GAME, players, Path(__file__).parent / "outlook.npy", wide=64)
"""How a whole world will end when experienced players play it on; learned likewise."""

SENSE = Sense(value=value, foresee=foresee, priors=priors, instinct=instinct, plain_trust=0.0, hold=0.02)
