"""Checks for tests: every piece of the true record is somewhere, and nothing is out of range (§1)."""

from __future__ import annotations

from typing import Any

from ochaya.games.tea_garden.cards import zone_size
from ochaya.games.tea_garden.luyu import LU
from ochaya.games.tea_garden.pieces import (
    CAKE,
    COPIES,
    EMPEROR_CARDS,
    FIRST_ACTION,
    FIRST_EMPEROR,
    LAST_SECTION,
    LAST_STEP,
    LEVEL,
    LONGEST_STUDY,
    PAGODAS,
    READY,
    REGIONS,
    SCROLLS_OF_A_KIND,
    SPACES,
    TILES,
    TOKENS,
    WAITING,
)
from ochaya.games.tea_garden.state import (
    FIRST_OWNED,
    HAND_ZONE,
    NONE,
    OPEN,
    PILE,
    PLAYED,
    SETTING_UP,
    SHOWN,
    SOURCES,
    UNSEEN,
    State,
)


def conserved(record: Any) -> bool:
    """Say whether all pieces are accounted for."""
    s = State.of(record)
    return _cards(s) and _board(s) and _cups(s) and _court(s) and _numbers(s)


def _humans(s: State) -> range:
    return range(1 if s.is_solo else s.players)


def _cards(s: State) -> bool:
    """Hands have their size, slots hold what was played, open cards lie in the market, decks suffice."""
    for p in _humans(s):
        if s.starters[p].min() < 0 or (s.starters[p].sum(0) > COPIES).any():
            return False
        known = int(zone_size(s, p, SHOWN))
        if int(zone_size(s, p, PLAYED)) != s.slot_cards[p].sum():
            return False
        hand = known + int(zone_size(s, p, HAND_ZONE))
        if hand != s.hand_size[p] and (hand > s.hand_size[p] or hand + zone_size(s, p, PILE) < s.hand_size[p]):
            return False
    actions, emperors = s.place[FIRST_ACTION:FIRST_EMPEROR], s.place[FIRST_EMPEROR:]
    market = [int(card) for card in s.market if card != NONE]
    if sorted(market) != [FIRST_ACTION + i for i in range(len(actions)) if actions[i] == OPEN]:
        return False
    for level in range(1, 6):
        unseen = sum(1 for i in range(len(actions)) if actions[i] == UNSEEN and LEVEL[FIRST_ACTION + i] == level)
        if not 0 <= s.deck[level - 1] <= unseen:
            return False
    unseen = sum(1 for i in range(EMPEROR_CARDS) if emperors[i] == UNSEEN)
    return bool(unseen == s.emperor_deck + (0 if s.has_puerh else 1)) and all(
        s.place[card] == OPEN for card in s.emperors if card != NONE
    )


def _board(s: State) -> bool:
    """Pagodas stand once a region and no region is overfull; caravan cards are all somewhere."""
    for p in range(s.players):
        regions = [region for region in range(REGIONS) if p + 1 in s.space[region]]
        if len(regions) != s.built[p] + 1 or s.built[p] > len(PAGODAS) or (s.space == p + 1).sum() != len(regions):
            return False
    full = all((s.space[region, SPACES[region] :] == 0).all() for region in range(REGIONS))
    caravans = sorted(int(card) for card in s.caravans if card != NONE)
    shown = [card for card in range(len(s.caravan_place)) if s.caravan_place[card] == OPEN]
    return bool(full) and caravans == shown and min(s.orange_deck, s.blue_deck) >= 0


def _cups(s: State) -> bool:
    """Rows are chains of own tiles; tops of stacks are the open tiles; scrolls do not exceed their number."""
    for tile in range(TILES):
        right = int(s.tile_next[tile])
        if right != NONE and (s.tile_before[right] != tile or s.tile_place[right] != s.tile_place[tile]):
            return False
        if s.cup_token[tile] and right == NONE:
            return False
    tops = sorted(int(tile) for tile in s.stack_top if tile != NONE)
    if tops != [tile for tile in range(TILES) if s.tile_place[tile] == OPEN]:
        return False
    return bool((s.scrolls.min() >= 0) and (s.scrolls.sum(0) <= SCROLLS_OF_A_KIND).all() and s.stack_left.min() >= 0)


def _court(s: State) -> bool:
    """Messengers are all somewhere, cakes have at most three tokens, each decree space is one player's, once."""
    for p in range(s.players if s.has_puerh else 0):
        if s.ready[p] + s.waiting[p] + (s.square == p + 1).sum() != READY + WAITING or s.ready[p] < 0:
            return False
        if any((s.decree_space[decree] == p + 1).sum() > s.decree_done[p, decree] for decree in range(7)):
            return False
    for leader in range(TOKENS):
        members = [token for token in range(TOKENS) if s.cake[token] == leader]
        if len(members) > CAKE or any(s.token_place[token] != s.token_place[leader] for token in members):
            return False
    return all(s.token_place[token] >= FIRST_OWNED for token in range(TOKENS) if s.cake[token] != NONE)


def _numbers(s: State) -> bool:
    """Nothing is negative, tracks end where they end, points add up, nobody has more turns than slots."""
    slots = 5 if s.has_puerh else 4
    if s.leaves.min() < 0 or s.emperor_tokens.min() < 0 or s.pending.min() < 0 or s.icons.min() < 0:
        return False
    if s.study.max() > LONGEST_STUDY or s.river.max() > LAST_SECTION or s.step.max() > LAST_STEP:
        return False
    if s.turns.max() > slots or (s.tally.sum(1) != s.points).any() or s.tally.shape[1] != SOURCES:
        return False
    if s.is_solo and s.stage != SETTING_UP:
        if s.lu_mix.min() < 0 or s.lu_piles.min() < 0 or s.leaves[LU, :, 1:].any():
            return False
    return 0 <= s.round_number <= 5
