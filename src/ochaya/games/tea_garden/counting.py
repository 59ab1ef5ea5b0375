"""Checks for tests: every piece of the record is somewhere, and nothing is out of range (§1)."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.cards import zone_size
from ochaya.games.tea_garden.pieces import (
    CAKE,
    CARAVANS,
    CARDS,
    COPIES,
    DECREES,
    EFFECTS,
    EMPEROR_CARDS,
    FIRST_ACTION,
    FIRST_EMPEROR,
    LAST_SECTION,
    LAST_STEP,
    LEVEL,
    LEVELS,
    LONGEST_STUDY,
    PAGODAS,
    PROVINCES,
    READY,
    REGIONS,
    SCROLLS_OF_A_KIND,
    SPACES,
    STARTERS,
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
    SHOWN,
    SLOTS,
    SOURCES,
    UNSEEN,
    ZONES,
    State,
)


@rule
def conserved(s: State) -> bool:
    """Say whether all pieces are accounted for."""
    if not (hands_are_right(s) and decks_are_right(s) and board_is_right(s)):
        return False
    return court_is_right(s) and numbers_are_right(s)


@rule
def hands_are_right(s: State) -> bool:
    """Starting cards do not multiply, hands have their size, slots hold what was played."""
    for player in range(1 if s.is_solo else s.players):
        for card in range(STARTERS):
            copies = 0
            for zone in range(ZONES):
                if s.starters[player, zone, card] < 0:
                    return False
                copies += s.starters[player, zone, card]
            if copies > COPIES[card]:
                return False
        played = 0
        for slot in range(SLOTS):
            played += s.slot_cards[player, slot]
        hand = zone_size(s, player, SHOWN) + zone_size(s, player, HAND_ZONE)
        if played != zone_size(s, player, PLAYED) or hand > s.hand_size[player]:
            return False
        if hand < s.hand_size[player] and hand + zone_size(s, player, PILE) < s.hand_size[player]:
            return False
    return True


@rule
def decks_are_right(s: State) -> bool:
    """Open cards lie where open cards lie, and decks hold no more than what has not been seen."""
    shown, unseen_emperors = 0, 0
    for card in range(FIRST_ACTION, CARDS):
        shown += s.place[card] == OPEN
        if card >= FIRST_EMPEROR and s.place[card] == UNSEEN:
            unseen_emperors += 1
    for i in range(6):
        shown -= s.market[i] != NONE
        if s.market[i] != NONE and s.place[s.market[i]] != OPEN:
            return False
    for i in range(3):
        shown -= s.emperors[i] != NONE
        if s.emperors[i] != NONE and s.place[s.emperors[i]] != OPEN:
            return False
    if shown != 0 or unseen_emperors != s.emperor_deck + (EMPEROR_CARDS - 16) * (1 - s.has_puerh):
        return False
    for level in range(LEVELS):
        unseen = 0
        for card in range(FIRST_ACTION, FIRST_EMPEROR):
            unseen += s.place[card] == UNSEEN and LEVEL[card] == level + 1
        if s.deck[level] < 0 or s.deck[level] > unseen:
            return False
    caravans = 0
    for caravan in range(CARAVANS):
        caravans += s.caravan_place[caravan] == OPEN
    for i in range(3):
        caravans -= s.caravans[i] != NONE
    return caravans == 0 and s.orange_deck >= 0 and s.blue_deck >= 0


@rule
def board_is_right(s: State) -> bool:
    """One pagoda a player and region, none too many; cup rows are chains of one player's tiles."""
    for player in range(s.players):
        pagodas = 0
        for region in range(REGIONS):
            here = 0
            for i in range(4):
                here += s.space[region, i] == player + 1
                if i >= SPACES[region] and s.space[region, i] != 0:
                    return False
            if here > 1:
                return False
            pagodas += here
        if pagodas != s.built[player] + 1 or s.built[player] > len(PAGODAS):
            return False
    tiles = 0
    for tile in range(TILES):
        right = s.tile_next[tile]
        if right != NONE and (s.tile_before[right] != tile or s.tile_place[right] != s.tile_place[tile]):
            return False
        if s.cup_token[tile] and right == NONE:
            return False
        tiles += s.tile_place[tile] == OPEN
    for province in range(PROVINCES):
        tiles -= s.stack_top[province] != NONE
        if s.stack_left[province] < 0:
            return False
    return tiles == 0


@rule
def court_is_right(s: State) -> bool:
    """Messengers are all somewhere, a cake is one player's with at most three tokens, a decree space is taken once."""
    if not s.has_puerh:
        return True
    for player in range(s.players):
        messengers = s.ready[player] + s.waiting[player]
        for place in range(3):
            for square in range(4):
                messengers += s.square[place, square] == player + 1
        if messengers != READY + WAITING or s.ready[player] < 0 or s.waiting[player] < 0:
            return False
        for decree in range(DECREES):
            spaces = 0
            for i in range(2):
                spaces += s.decree_space[decree, i] == player + 1
            if spaces > s.decree_done[player, decree]:
                return False
    for token in range(TOKENS):
        leader = s.cake[token]
        if leader == NONE:
            continue
        size = 0
        for other in range(TOKENS):
            size += s.cake[other] == leader
        if size > CAKE or s.token_place[token] != s.token_place[leader] or s.token_place[token] < FIRST_OWNED:
            return False
    return True


@rule
def numbers_are_right(s: State) -> bool:
    """Nothing is negative, tracks end where they end, points add up, nobody has more turns than slots."""
    for kind in range(3):
        scrolls = 0
        for player in range(s.players):
            scrolls += s.scrolls[player, kind]
            if s.scrolls[player, kind] < 0:
                return False
        if scrolls > SCROLLS_OF_A_KIND:
            return False
    for kind in range(EFFECTS):
        if s.pending[kind] < 0 or s.icons[kind] < 0:
            return False
    for player in range(s.players):
        points = 0
        for source in range(SOURCES):
            points += s.tally[player, source]
        if points != s.points[player] or s.emperor_tokens[player] < 0 or s.turns[player] > 4 + s.has_puerh:
            return False
        if s.study[player] > LONGEST_STUDY or s.river[player] > LAST_SECTION or s.step[player] > LAST_STEP:
            return False
        for kind in range(2):
            for basket in range(6):
                if s.leaves[player, kind, basket] < 0:
                    return False
    return 0 <= s.round_number <= 5
