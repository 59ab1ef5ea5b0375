"""Plays matches against Lu Yu by the house's rules and, beside them, by the independent reading of his rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from ochaya.core.game import CHANCE, OVER
from ochaya.core.record import Block
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.state import (
    DEALING,
    DUE_CARAVAN,
    DUE_EMPEROR,
    DUE_LU_ADVANCED,
    DUE_LU_TOP,
    DUE_MARKET,
    DUE_PREMIUM,
    DUE_TILE,
    OVER_NOW,
    SOURCE_NAMES,
    TURN,
    UNSEEN,
)
from tests.readings.lu_yu import turn
from tests.readings.lu_yu_deck import Deck, Happening, Refill, TurnUp
from tests.readings.lu_yu_pieces import NUMBERS, SIDES
from tests.readings.lu_yu_record import LU, glimpse, lu_yu_of, table_of, told
from tests.readings.lu_yu_rounds import clean_up, final_points, may_turn, person_wins, starter_of
from tests.readings.lu_yu_table import LU_YU, PERSON, LuYu, Table

DUE = {
    "market": DUE_MARKET, "caravans": DUE_CARAVAN, "emperors": DUE_EMPEROR, "premium": DUE_PREMIUM, "stacks": DUE_TILE,
}  # fmt: skip


def random_match(options: dict[str, str], seed: str, is_lean: bool = False) -> Iterator[tuple[Block, int, Block]]:
    """Each step of a match: before, action, after; the same for ever for the same seed."""
    rng = random.Random(seed)
    idleness = rng.choice((0.01, 0.1, 1))
    state = GAME.start(options)
    while (actor := int(GAME.actor(state[0]))) != OVER:
        if is_lean and actor != CHANCE:
            make_lean(state[0])
            is_lean = False
        if actor == CHANCE:
            action = rng.choices(*GAME.outcome_odds(state[0]))[0]
        else:
            action = some_action(GAME.legal_ids(state[0]), idleness, rng)
        after = state.copy()
        GAME.apply(after[0], action)
        yield state, action, after
        state = after


def make_lean(r: Any) -> None:
    """Take so much from the table that rows, stacks and regions run out, as they hardly ever do by themselves."""
    r.deck[1:] = 0
    r.orange_deck, r.blue_deck, r.emperor_deck = 0, 2, 2
    r.stack_left[:] = np.minimum(r.stack_left, 1)
    for region in (3, 4, 7, 8):
        free = r.space[region, : p.SPACES[region]]
        free[free == 0] = 1


def some_action(legal: list[int], idleness: float, rng: random.Random) -> int:
    """At random, but the less idle the person is the less is left undone; stacks are kept small, for more turns."""
    if rng.random() < idleness:
        return rng.choice(legal)
    kinds = {action: GAME.decode(action).kind for action in legal}
    stop = [action for action in legal if kinds[action] == "stop"]
    if stop and "under" in kinds.values() and rng.random() < 0.6:
        return stop[0]
    return rng.choice([action for action in legal if kinds[action] not in ("pass", "end")] or legal)


class Lockstep:
    """Follows one match step by step and raises AssertionError at the first difference."""

    def __init__(self, options: dict[str, str]) -> None:
        """Before the first step."""
        self.options = options
        self.first = LU_YU if options["starts"] == "lu-yu" else PERSON
        self.advanced = Counter[str]()
        self.round = 0
        self.lu: LuYu | None = None
        self.table: Table | None = None
        self.happening: Happening | None = None
        self.asked: Refill | TurnUp | None = None

    def follow(self, before: Block, action: int, after: Block) -> None:
        """Follow one step of the house."""
        b, a, said = before[0], after[0], GAME.decode(action)
        if said.kind == "lu-class":
            self.advanced[str(said.item)] += 1
            return
        if self.lu is None and b.due == DUE_LU_TOP:
            self._set_up(b)
        if self.lu is None:
            return
        was_acting = self.asked is not None
        if self.asked is not None:
            self._check_chance(self.asked, b)
            self._go_on(str(said.item), a)
        self._play(self.lu, before, action, a, was_acting)
        if self.asked is None and a.phase == TURN and a.stage not in (DEALING, OVER_NOW):
            self._check_order(self.lu, a, PERSON)
        if a.stage == OVER_NOW:
            self._check_end(self.lu, a)

    def _set_up(self, b: Any) -> None:
        """His deck is made: 3 advanced cards of the groups that were drawn, and the rest of his pieces."""
        has_puerh = self.options["puerh"] == "on"
        assert self.advanced.total() == 3
        self.lu = LuYu(Deck(self.options["level"], {side: self.advanced[side] for side in SIDES}), has_puerh)
        if has_puerh:
            self.lu.ready = NUMBERS["puerh"]["messengers_ready"]
            self.lu.waiting = NUMBERS["puerh"]["messengers_waiting"]
        self._compare(self.lu, b)
        self._begin(self.lu.deck.show_top(), b)

    # -- his turns -------------------------------------------------------------------------------------------------

    def _play(self, lu: LuYu, before: Block, action: int, a: Any, was_acting: bool) -> None:
        """Let the reading do all that the house has done in this step for Lu Yu: turns, a pass, the clean-up."""
        if self.asked is None and not was_acting and self._is_behind(lu, a):
            self.table = glimpse(before, action)
        has_moved = was_acting
        while self.asked is None and self._is_behind(lu, a):
            has_moved = True
            assert self.table is not None
            if lu.has_passed:
                clean_up(lu, self.table, self.round)
                lu.has_passed = False
                self.round += 1
                break
            self._check_order(lu, a, LU_YU)
            self._begin(turn(lu, self.table), a)
        if self.round == 0 and a.round_number == 1:
            self.round = 1
            self._play(lu, before, action, a, was_acting)
        elif has_moved and self.asked is None:
            self._compare(lu, a)

    def _is_behind(self, lu: LuYu, a: Any) -> bool:
        """Whether the house has gone further than the reading: another card, a pass, the end of the round."""
        if self.round == 0 or self.round > a.round_number:
            return False
        if a.stage in (DEALING, OVER_NOW):
            return bool(self.round <= NUMBERS["rounds"]["count"])
        return bool(len(lu.slots) < sum(card >= 0 for card in a.lu_slot.tolist()) or a.passed[LU] > lu.has_passed)

    def _begin(self, happening: Happening, a: Any) -> None:
        self.happening = happening
        self._go_on(None, a)

    def _go_on(self, answer: str | None, a: Any) -> None:
        """Give the reading what chance gave, and nothing where nothing is left, until it needs chance again."""
        assert self.happening is not None
        try:
            while True:
                self.asked = self.happening.send(answer)
                if isinstance(self.asked, TurnUp) or self._is_due(self.asked, a):
                    return
                assert left_for(self.asked, a) == 0, f"{self.asked} is due, the house does not fill it"
                answer = None
        except StopIteration:
            self.asked = self.happening = None

    # -- checks ----------------------------------------------------------------------------------------------------

    def _is_due(self, asked: Refill, r: Any) -> bool:
        place = p.PROVINCE_NAMES.index(asked.place) if isinstance(asked.place, str) else asked.place
        return bool(r.due == DUE[asked.row] and r.due_at == place)

    def _check_chance(self, asked: Refill | TurnUp, b: Any) -> None:
        """The house asks chance for the same thing, and a card of his comes with the odds of the reading."""
        if isinstance(asked, Refill):
            assert self._is_due(asked, b), f"{asked} is due, the house fills {b.due} at {b.due_at}"
            return
        assert b.due in (DUE_LU_TOP, DUE_LU_ADVANCED)
        outcomes, weights = GAME.outcome_odds(b)
        odds = {str(GAME.decode(o).item): Fraction(w, sum(weights)) for o, w in zip(outcomes, weights, strict=True)}
        assert odds == asked.chances, f"odds of his next card: (reading, house) {asked.chances} {odds}"

    def _check_order(self, lu: LuYu, r: Any, who: str) -> None:
        """It is this one's turn, by the starter of the round and by who has passed."""
        is_starter = starter_of(self.round, self.first) == who
        person, own = int(r.turns[0]), len(lu.slots)
        if who == PERSON:
            assert may_turn(person, own, lu.has_passed, is_starter), "it is not the person’s turn"
        elif r.stage not in (DEALING, OVER_NOW):
            assert may_turn(own, person, bool(r.passed[0]), is_starter), "it is not Lu Yu’s turn"

    def _compare(self, lu: LuYu, r: Any) -> None:
        """Everything of his, and everything on the table, is the same in both."""
        house = {**lu_yu_of(r), **vars(table_of(r))}
        ours = {**told(lu), **(vars(self.table) if self.table else vars(table_of(r)))}
        if r.stage == OVER_NOW:
            house["hall_points"] = int(r.tally[LU, SOURCE_NAMES.index("halls")])
        wrong = {key: (ours[key], house[key]) for key in ours if ours[key] != house[key]}
        assert not wrong, f"round {r.round_number}, back {lu.deck.known[:1]}: (reading, house) differ in {wrong}"

    def _check_end(self, lu: LuYu, r: Any) -> None:
        """His points by source, and who has won."""
        assert self.table is not None
        house = {name: int(n) for name, n in zip(SOURCE_NAMES, r.tally[LU], strict=True) if n}
        ours = final_points(lu, self.table)
        assert house == ours, f"final points: {ours} by the reading, {house} by the house"
        total = sum(ours.values())
        assert int(r.points[LU]) == total
        assert GAME.shares(r, 1) == [float(person_wins(int(r.points[0]), total))]


def left_for(asked: Refill, r: Any) -> int:
    """How many pieces there are to fill a place from."""
    if asked.row == "stacks":
        return int(r.stack_left[p.PROVINCE_NAMES.index(str(asked.place))])
    if asked.row == "market":
        return int(r.deck.sum())
    if asked.row == "caravans":
        return int(r.orange_deck + r.blue_deck)
    if asked.row == "emperors":
        return int(r.emperor_deck)
    return int((r.token_place[p.BASIC :] == UNSEEN).sum())
