"""The rules seen from outside: whose move, what an action does, who has won (legal.py: what is allowed)."""

from __future__ import annotations

from ochaya.core.game import CHANCE, OVER, Shares
from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.actions import PAIRED, THREES
from ochaya.games.geishas_road.news import forget_news
from ochaya.games.geishas_road.offers import (
    choose,
    counter,
    intrigue,
    lay_face_down,
    lay_out,
    leave_open,
    reveal,
)
from ochaya.games.geishas_road.pieces import CARDS, HOMES
from ochaya.games.geishas_road.rounds import (
    clear_table,
    deal,
    draw,
    flip_lanterns,
    lay_lantern,
    open_turn,
    proceed,
)
from ochaya.games.geishas_road.state import (
    ANSWER,
    BASIC,
    COMPROMISE,
    DEAL,
    DOUBLE,
    DRAW,
    FAVOUR,
    FINISHED,
    FIRST,
    FLIP,
    HIDE,
    LANTERN,
    LAST_CHANCE,
    ORDER,
    REDRAW,
    RING,
    TURN,
    State,
)
from ochaya.games.geishas_road.travel import place, take_tokens


@rule
def setup(s: State, options: Table) -> None:
    """Begin a match (§2) with the chosen mode, variant and first player."""
    s.mode = options[0]
    s.destiny = options[1]
    s.phase = FIRST
    if options[2] > 0:
        s.starter = options[2] - 1
        s.phase = RING
    clear_table(s)
    if s.mode != BASIC:
        for colour in range(5):
            s.token[colour] = 1


@rule
def actor(s: State) -> int:
    """Say who must act now."""
    if s.phase <= LAST_CHANCE:
        return CHANCE
    if s.phase == FINISHED:
        return OVER
    return int(s.seat)


@rule
def apply(s: State, action: int) -> None:
    """Do what was chosen or drawn, and whatever follows from it without a choice."""
    forget_news(s)
    if s.phase <= LAST_CHANCE:
        apply_chance(s, action)
    elif s.phase == TURN:
        apply_turn(s, action)
    elif s.phase == HIDE:
        if action == ids.OPEN:
            leave_open(s)
        else:
            lay_face_down(s, action - ids.FIRST_HIDE)
    elif s.phase == ANSWER:
        apply_answer(s, action)
    elif s.phase == ORDER:
        if not place(s, s.seat, action - ids.FIRST_PLACE):
            proceed(s)
    else:
        favour = action - ids.FIRST_TOKENS
        take_tokens(s, s.seat, s.stopped, s.symbols - favour, favour)
        s.stopped = 0
        s.symbols = 0
        proceed(s)


@rule
def apply_chance(s: State, action: int) -> None:
    """Take in what chance has drawn (§2, §3.1, §7)."""
    if s.phase == DRAW:
        draw(s, s.seat, action - ids.FIRST_DRAW)
        if open_turn(s):
            proceed(s)
    elif s.phase == DEAL:
        deal(s, action - ids.FIRST_DRAW)
    elif s.phase == REDRAW:
        draw(s, s.seat, action - ids.FIRST_DRAW)
        s.phase = ANSWER
        s.seat = 1 - s.seat
    elif s.phase == LANTERN:
        lay_lantern(s, action - ids.FIRST_LANTERN)
    elif s.phase == FAVOUR:
        draw_favour(s, action - ids.FIRST_FAVOUR)
    elif s.phase == FLIP:
        flip_lanterns(s, action - ids.FIRST_FLIP)
    elif s.phase == RING:
        form_ring(s, action - ids.FIRST_RING)
    else:
        s.starter = action - ids.FIRST_PLAYER
        s.phase = RING


@rule
def form_ring(s: State, ring: int) -> None:
    """§2.1 The tea houses form a ring; each pawn starts at home."""
    for colour in range(5):
        s.home[colour] = HOMES[ring, colour]
        s.pawn[colour] = HOMES[ring, colour]
    s.seat = 0
    s.phase = FAVOUR if s.mode == BASIC else LANTERN


@rule
def draw_favour(s: State, colour: int) -> None:
    """§2 Basic mode: each player draws one favour token and keeps it; three leave the game (R-G26)."""
    s.favour[colour] = s.seat + 1
    if s.seat == 0:
        s.seat = 1
    else:
        s.seat = 0
        s.phase = LANTERN


@rule
def apply_turn(s: State, action: int) -> None:
    """§4 Play an action marker."""
    if action < ids.FIRST_INTRIGUE:
        reveal(s, action - ids.FIRST_REVEAL)
        proceed(s)
    elif action < ids.FIRST_COMPROMISE:
        left, right = (action - ids.FIRST_INTRIGUE) // (CARDS - 1), (action - ids.FIRST_INTRIGUE) % (CARDS - 1)
        intrigue(s, left, right if right < left else right + 1)
        proceed(s)
    elif action < ids.FIRST_DOUBLE:
        three = action - ids.FIRST_COMPROMISE
        lay_out(s, COMPROMISE, THREES[three, 0], THREES[three, 1], THREES[three, 2], -1)
    else:
        four = action - ids.FIRST_DOUBLE
        lay_out(s, DOUBLE, PAIRED[four, 0], PAIRED[four, 1], PAIRED[four, 2], PAIRED[four, 3])


@rule
def apply_answer(s: State, action: int) -> None:
    """§4, §7 Choose a share, or make a counter-offer."""
    if action >= ids.FIRST_COUNTER:
        what = action - ids.FIRST_COUNTER
        counter(s, what // 40, what // 2 % CARDS, what % 2)
        return
    if action >= ids.FIRST_PAIR:
        choose(s, 3 if action == ids.FIRST_PAIR else 12)
    elif action >= ids.FIRST_LEAVE:
        choose(s, 7 ^ (1 << (action - ids.FIRST_LEAVE)))
    else:
        choose(s, 1 << (action - ids.FIRST_TAKE))
    proceed(s)


@rule
def score(s: State, out: Shares) -> None:
    """Share the win: 1 to the winner, a half each when it is shared."""
    for seat in range(2):
        out[seat] = 0.0
    if s.winner == 3:
        out[0] = 0.5
        out[1] = 0.5
    elif s.winner > 0:
        out[s.winner - 1] = 1.0
