"""A Seen as numbers for a learner, own side first. The layout is a table in docs/games/hanamikoji.md."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import inner_rule, rule
from ochaya.core.record import Table
from ochaya.games.hanamikoji.actions import CARDS_OF, FIRST_COMPETITION, FIRST_GIFT, FIRST_SECRET, FIRST_TAKE, PAIR_OF
from ochaya.games.hanamikoji.pieces import DRAWN_IN_ALL, GEISHAS, MOST_ROUNDS, PAST
from ochaya.games.hanamikoji.rules import actor
from ochaya.games.hanamikoji.state import FINISHED, State

Numbers = npt.NDArray[np.float32]
SIZE = 8 * GEISHAS + 2 * GEISHAS + 8 + 2 + 1 + FINISHED + 1 + 5 + 8 + 10 * GEISHAS + 6 + PAST * (8 + 10 * GEISHAS)


def _parts_of_offers() -> Numbers:
    """List what was taken of each offer and then what was kept, [action - FIRST_GIFT, answer + 1]; at 0 nothing yet."""
    parts = np.zeros((FIRST_TAKE - FIRST_GIFT, GEISHAS + 1, 2, GEISHAS), np.float32)
    for offer, cards in enumerate(CARDS_OF[FIRST_GIFT - FIRST_SECRET : FIRST_COMPETITION - FIRST_SECRET]):
        for g in np.flatnonzero(cards):
            parts[offer, g + 1, 0, g] = 1
            parts[offer, g + 1, 1] = cards - parts[offer, g + 1, 0]
    for pair in range(2):
        parts[FIRST_COMPETITION - FIRST_GIFT :, pair + 1, 0] = PAIR_OF[:, pair]
        parts[FIRST_COMPETITION - FIRST_GIFT :, pair + 1, 1] = PAIR_OF[:, 1 - pair]
    return parts.reshape(len(parts), GEISHAS + 1, 2 * GEISHAS)


PARTS = _parts_of_offers()
"""As numbers at once: this is quicker than counting the cards of every offer in every observation."""


@inner_rule
def _row(counts: Table, out: Numbers, at: int) -> int:
    """Write one row of counts."""
    for g in range(GEISHAS):
        out[at + g] = counts[g]
    return at + GEISHAS


@rule
def observe(s: State, seat: int, out: Numbers) -> None:
    """Write what `seat` knows; a spectator sees the table from seat 0 with both hands hidden."""
    me = 1 if seat == 1 else 0
    rival = 1 - me
    at = _row(s.hands[me], out, 0)
    at = _row(s.secret[me], out, at)
    at = _row(s.discarded[me], out, at)
    at = _row(s.placed[me], out, at)
    at = _row(s.placed[rival], out, at)
    at = _row(s.offer[0], out, at)
    at = _row(s.offer[1], out, at)
    at = _row(s.unseen, out, at)
    for g in range(GEISHAS):
        out[at + g] = 1.0 if s.favour[g] == me else 0.0
        out[at + GEISHAS + g] = 1.0 if s.favour[g] == rival else 0.0
    at += 2 * GEISHAS
    for marker in range(4):
        out[at + marker] = s.used[me, marker]
        out[at + 4 + marker] = s.used[rival, marker]
    at += 8
    out[at] = s.hand_size[me]
    out[at + 1] = s.hand_size[rival]
    out[at + 2] = DRAWN_IN_ALL - s.drawn
    at += 3
    for phase in range(FINISHED + 1):
        out[at + phase] = 1.0 if s.phase == phase else 0.0
    at += FINISHED + 1
    out[at] = 1.0 if actor(s) == me else 0.0
    out[at + 1] = 1.0 if s.starter == me else 0.0
    out[at + 2] = s.round_number
    out[at + 3] = 0.0 if s.round_limit == MOST_ROUNDS else s.round_limit
    out[at + 4] = s.geishas_first
    _remember(s, me, out, at + 5)


@inner_rule
def _remember(s: State, me: int, out: Numbers, at: int) -> None:
    """Write what can no longer be seen: turns, offers and own draws of this round, what was seen of earlier ones."""
    rival = 1 - me
    at = _turns(s.turn_of, me, out, at)
    at = _offers(s.offers, s.answers, me, out, at)
    at = _row(s.shown[me], out, at)
    at = _row(s.shown[rival], out, at)
    out[at] = s.shown_secret[me] + 1
    out[at + 1] = s.shown_secret[rival] + 1
    for turn in range(4):
        out[at + 2 + turn] = s.drew[me, turn]
    at += 6
    for ago in range(PAST):
        at = _turns(s.past_turns[ago], me, out, at)
        at = _offers(s.past_offers[ago], s.past_answers[ago], me, out, at)
        for seat in range(2):
            secret = s.past_secrets[ago, me ^ seat] - 1
            for g in range(GEISHAS):
                out[at + g] = 1.0 if g == secret else 0.0
            at += GEISHAS


@inner_rule
def _turns(turn_of: Table, me: int, out: Numbers, at: int) -> int:
    """Write on which turn of a round each marker was, one's own and then the rival's."""
    for marker in range(4):
        out[at + marker] = turn_of[me, marker]
        out[at + 4 + marker] = turn_of[1 - me, marker]
    return at + 8


@inner_rule
def _offers(offers: Table, answers: Table, me: int, out: Numbers, at: int) -> int:
    """Write gift and competition of a round as they were answered, one's own and then the rival's."""
    for seat in range(2):
        for offer in range(2):
            giver = me ^ seat
            parts = PARTS[max(offers[giver, offer] - FIRST_GIFT, 0), answers[giver, offer]]
            for i in range(2 * GEISHAS):
                out[at + i] = parts[i]
            at += 2 * GEISHAS
    return at
