"""What an experienced player of Hanamikoji does without thinking: chances, from what the seat sees and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from ochaya.core.habit import DOUBT
from ochaya.core.secrecy import seen
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.mind.instinct import instinct
from ochaya.games.hanamikoji.pieces import CHARM
from ochaya.games.hanamikoji.state import ANSWER_GIFT
from tests.games.hanamikoji.table import BOTTOM, TOP, counts, favours
from tests.games.hanamikoji.test_foresight import exchanged, moments


def test_every_legal_action_has_a_chance_and_nothing_is_changed() -> None:
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who >= 0:
            legal, moment = np.array(GAME.legal_ids(state[0]), np.int32), seen(GAME, state, who)
            before = moment.tobytes()
            chances = instinct(moment, legal)
            assert moment.tobytes() == before
            assert chances.sum() == pytest.approx(1.0)
            assert chances.min() >= DOUBT / len(legal)


def test_worlds_that_a_seat_cannot_tell_apart_and_both_chairs_give_the_same_chances() -> None:
    for state in moments():
        who = int(GAME.actor(state[0]))
        if who >= 0:
            legal = np.array(GAME.legal_ids(state[0]), np.int32)
            chances = instinct(seen(GAME, state, who), legal)
            other = seen(GAME, state, who).block
            GAME.guess(other[0], who, np.array([54321], np.uint64))
            assert instinct(seen(GAME, other, who), legal).tolist() == chances.tolist()
            turned = exchanged(state)
            assert instinct(seen(GAME, turned, 1 - who), legal) == pytest.approx(chances, abs=1e-6)


def test_it_takes_the_card_that_wins_the_match() -> None:
    state = GAME.start({"first": "0"})
    s = state[0]
    s.drawn, s.phase, s.seat, s.round_number = 20, ANSWER_GIFT, BOTTOM, 2
    s.used[:] = 1
    s.offer[0] = counts(["flute", "fan", "hairpin"])
    s.placed[TOP] = counts(["umbrella", "shamisen", "tea", "tea", "hairpin", "hairpin"])
    s.placed[BOTTOM] = counts(["umbrella", "shamisen", "tea", "scroll", "hairpin", "hairpin"])
    s.secret[BOTTOM] = counts(["tea"])
    s.discarded[BOTTOM] = counts(["umbrella", "shamisen"])
    s.unseen[:] = CHARM - s.offer[0] - s.placed.sum(0) - s.secret[BOTTOM] - s.discarded[BOTTOM]
    favours(state, bottom=["Yoko", "Chiharu"])  # six points; Ruri's five make eleven
    legal = np.array(GAME.legal_ids(s), np.int32)
    assert GAME.notation(int(legal[instinct(seen(GAME, state, BOTTOM), legal).argmax()])) == "take:hairpin"
