"""Effects (§4): every bonus of every card, tile and board goes through `gain`; what needs a choice waits in `pending`.

`pending` counts effects by kind. The player may resolve them in any order; `start_effect` begins one of a kind.
"""

from __future__ import annotations

from ochaya.core.bits import lowest
from ochaya.core.jit import inner_rule, rule
from ochaya.core.record import Table
from ochaya.games.tea_garden.cards import take_to_hand, zone_size
from ochaya.games.tea_garden.pieces import (
    ANY,
    BOAT,
    CAKE,
    CARD,
    CUP,
    CYC1,
    CYC2,
    DRAW,
    EFFECTS,
    EMP,
    FER,
    FIRST_PENDING,
    GARDEN_LEAF,
    HAR,
    LEAF1,
    LEAF6,
    NO_CARD_POINTS,
    PUB,
    REM,
    RIVER_BONUS,
    SCROLL,
    SCROLL_PLUS,
    SCROLL_POT,
    SCROLLS_OF_A_KIND,
    TOKEN_BONUS,
    TOKENS,
    UNI,
    VP,
)
from ochaya.games.tea_garden.state import (
    DISCARD,
    FIRST_OWNED,
    FLOW,
    FROM_BONUSES,
    FROM_RIVER,
    FROM_TRACK,
    GONE,
    LAY_TOKEN,
    NONE,
    PICK_SIDE,
    PILE,
    REMOVE,
    TAKE_BASIC,
    TAKE_EMPEROR,
    TAKE_SCROLL,
    State,
)
from ochaya.games.tea_garden.telling import T_CAKE, T_EMPEROR_TOKENS, T_SCROLL, tell
from ochaya.games.tea_garden.turn.leaves import ferment, gain_leaves, harvest, harvest_everything
from ochaya.games.tea_garden.turn.sides import begin_cup, begin_study, sail, score_points


@rule
def scroll_supply(s: State, kind: int) -> int:
    """§9.1 Count the scrolls of a kind left in the supply."""
    left: int = SCROLLS_OF_A_KIND
    for player in range(s.players):
        left -= s.scrolls[player, kind]
    return left


@rule
def take_scroll(s: State, kind: int) -> None:
    """§9.1 Take a scroll from the supply."""
    s.scrolls[s.turn_of, kind] += 1
    tell(s, T_SCROLL, s.turn_of, kind, 0)


@rule
def gain(s: State, bonus: Table, source: int) -> None:
    """§4 Gain every part of a bonus: what needs no choice at once, the rest is pending."""
    player = s.turn_of
    for i in range(len(bonus)):
        kind, amount = bonus[i, 0], bonus[i, 1]
        if amount == 0:
            return
        if kind >= FIRST_PENDING:
            s.pending[kind] += amount
        elif kind == VP:
            score_points(s, player, amount, source)
        elif LEAF1 <= kind <= LEAF6:
            gain_leaves(s, player, kind - LEAF1 + 1, amount)
        elif kind == EMP:
            s.emperor_tokens[player] += amount
            tell(s, T_EMPEROR_TOKENS, player, amount, 0)
        elif kind == GARDEN_LEAF:
            harvest_everything(s, player, 1)
        elif SCROLL_PLUS <= kind <= SCROLL_POT:
            if scroll_supply(s, kind - SCROLL_PLUS) > 0:
                take_scroll(s, kind - SCROLL_PLUS)
            else:
                s.pending[SCROLL] += 1


@inner_rule
def count_pending(s: State) -> int:
    """Count the kinds of effect that wait."""
    kinds = 0
    for kind in range(FIRST_PENDING, EFFECTS):
        if s.pending[kind] > 0:
            kinds += 1
    return kinds


@rule
def start_effect(s: State, kind: int) -> None:
    """§4 Begin to resolve a pending effect: it happens at once, or its first choice is asked."""
    amount = int(s.pending[kind])
    if kind in (FER, DRAW, REM, HAR):
        s.pending[kind] = 0
    else:
        s.pending[kind] -= 1
    s.phase = FLOW
    if kind == FER:
        ferment(s, amount)
    elif kind == HAR:
        harvest(s, amount)
    elif kind == DRAW:
        s.draws = amount
    elif kind in (CYC1, CYC2):
        s.draws = 1 if kind == CYC1 else 2
        s.is_cycling = 1
    elif kind == REM:
        s.amount = amount
        s.phase = REMOVE
    elif kind == SCROLL:
        begin_scroll(s)
    elif kind == UNI:
        begin_study(s)
    elif kind == CUP:
        begin_cup(s)
    elif kind == BOAT:
        if sail(s):
            gain(s, RIVER_BONUS[s.river[s.turn_of]], FROM_RIVER)
    elif kind == ANY:
        s.phase = PICK_SIDE
    elif kind == PUB:
        begin_basic(s)
    elif kind == CARD:
        begin_emperor(s)


@rule
def may_start(s: State, kind: int) -> bool:
    """Say whether a pending effect can be chosen: where no card is left to draw, drawing is none (§4.1)."""
    if s.pending[kind] == 0:
        return False
    if kind not in (CYC1, CYC2):
        return True
    return zone_size(s, s.turn_of, PILE) > 0 or zone_size(s, s.turn_of, DISCARD) > 0


@rule
def may_decline(s: State) -> bool:
    """§4.2 Say whether all that waits may be left undone: to draw and discard is never forced on anybody."""
    for kind in range(FIRST_PENDING, EFFECTS):
        if s.pending[kind] > 0 and kind not in (CYC1, CYC2):
            return False
    return True


@rule
def decline(s: State) -> None:
    """§4.2 Draw and discard no more cards."""
    s.pending[CYC1] = 0
    s.pending[CYC2] = 0
    s.phase = FLOW


@rule
def begin_scroll(s: State) -> None:
    """§9.1 A scroll of one's choice among the kinds in supply; none if there is none."""
    kinds, only = 0, NONE
    for kind in range(3):
        if scroll_supply(s, kind) > 0:
            kinds += 1
            only = kind
    if kinds == 1:
        take_scroll(s, only)
    elif kinds > 1:
        s.phase = TAKE_SCROLL


@rule
def begin_emperor(s: State) -> None:
    """§9.2 Take one of the open emperor cards; points if there is none."""
    cards, only = 0, NONE
    for i in range(3):
        if s.emperors[i] != NONE:
            cards += 1
            only = int(s.emperors[i])
    if cards == 0:
        score_points(s, s.turn_of, NO_CARD_POINTS, FROM_TRACK)
    elif cards == 1:
        take_emperor(s, only)
    else:
        s.phase = TAKE_EMPEROR


@rule
def remove_open_emperor(s: State, card: int) -> None:
    """Take an emperor card from its open place; the place is refilled from the deck."""
    for i in range(3):
        if s.emperors[i] == card:
            s.emperors[i] = NONE
    s.place[card] = GONE
    s.holes = 1


@rule
def take_emperor(s: State, card: int) -> None:
    """§9.2 Take an emperor card to hand."""
    remove_open_emperor(s, card)
    take_to_hand(s, s.turn_of, card)


@rule
def begin_basic(s: State) -> None:
    """§13.4 Take one of the open basic Pu-erh tokens; nothing if there is none."""
    tokens, only = 0, NONE
    for i in range(3):
        if s.stock[0, i] != NONE:
            tokens += 1
            only = int(s.stock[0, i])
    if tokens == 1:
        take_token(s, only)
        lay_token_or_ask(s, only)
    elif tokens > 1:
        s.phase = TAKE_BASIC


@rule
def take_token(s: State, token: int) -> None:
    """§13.3 Take a Pu-erh token from its open place; it is replaced at once."""
    for row in range(2):
        for i in range(3):
            if s.stock[row, i] == token:
                s.stock[row, i] = NONE
    s.token_place[token] = FIRST_OWNED + s.turn_of
    s.cake[token] = NONE
    s.is_new[token] = 1
    s.holes = 1


@inner_rule
def leaders_of(s: State, player: int) -> int:
    """§13.4 Give the tokens that started a player's cakes, as bits."""
    leaders, mine = 0, FIRST_OWNED + player
    for token in range(TOKENS):
        leaders |= int((s.token_place[token] == mine) & (s.cake[token] == token)) << token
    return leaders


@rule
def cake_size(s: State, player: int, leader: int) -> int:
    """Count the tokens of the cake that one token started; 0 if it started none or is not this player's."""
    tokens = 0
    if s.token_place[leader] == FIRST_OWNED + player and s.cake[leader] == leader:
        for token in range(TOKENS):
            if s.cake[token] == leader:
                tokens += 1
    return tokens


@rule
def may_join(s: State, leader: int) -> bool:
    """§13.4 Say whether a token may join this cake: an unfinished one without a token gained this turn."""
    size = cake_size(s, s.turn_of, leader)
    if size == 0 or size >= CAKE:
        return False
    for token in range(TOKENS):
        if s.cake[token] == leader and s.is_new[token]:
            return False
    return True


@rule
def lay_token_or_ask(s: State, token: int) -> None:
    """§13.4 Lay a token alone, or ask if there is a cake it may join."""
    leaders = leaders_of(s, s.turn_of)
    while leaders:
        if may_join(s, lowest(leaders)):
            s.holding = token
            s.phase = LAY_TOKEN
            return
        leaders &= leaders - 1
    lay_token(s, token, token)


@rule
def lay_token(s: State, token: int, leader: int) -> None:
    """§13.4 Lay a token and gain the bonuses of all tokens of its cake."""
    s.cake[token] = leader
    s.holding = NONE
    s.phase = FLOW
    for other in range(TOKENS):
        if s.cake[other] == leader:
            gain(s, TOKEN_BONUS[other], FROM_BONUSES)
    if cake_size(s, s.turn_of, leader) == CAKE:
        tell(s, T_CAKE, s.turn_of, 0, 0)
