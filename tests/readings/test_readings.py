"""The house's rules against independent readings of the rulebooks: 200 random matches of every set-up.

Misreadings, wrong in one rule each, must be noticed: else agreeing would say nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.readings.geishas_road import GeishasRoadReading
from tests.readings.geishas_road_table import best_guest_points
from tests.readings.ingenious import FIRST_BOARD, OWN_END, IngeniousReading
from tests.readings.lockstep import Notations, Reading, play_in_lockstep
from tests.support import Case, cases

MATCHES = 200


READINGS: dict[str, Callable[[Case], Reading]] = {
    "geishas_road": lambda case: GeishasRoadReading(case.options),
    "ingenious": lambda case: IngeniousReading(case.options),
}

each_read_case = pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=str(case), marks=pytest.mark.xdist_group(case.game.name))
        for case in cases()
        if case.game.name in READINGS
    ],
)


def play_matches(case: Case, read: Callable[[Case], Reading], seed: str, *, glances: float) -> int:
    """Play the matches, every other one with players whom the rarer rules tempt; gives the number of steps."""
    notations = Notations(case.game)
    return sum(
        play_in_lockstep(
            case.game,
            case.options,
            read(case),
            f"{seed} {number}",
            notations,
            glances=glances,
            tempted=number % 2 == 1,
        )
        for number in range(MATCHES)
    )


@each_read_case
def test_the_house_plays_as_the_rulebook_reads(case: Case) -> None:
    assert play_matches(case, READINGS[case.game.name], "reading", glances=1 / 32) > MATCHES * 40


@pytest.mark.deep
@each_read_case
def test_the_house_shows_the_table_as_the_rulebook_reads_after_every_step(case: Case) -> None:
    assert play_matches(case, READINGS[case.game.name], "deep reading", glances=1) > MATCHES * 40


class BonusOnlyBeyondTheEnd(IngeniousReading):
    """Takes §3.3.1 to mean that a marker must pass 18."""

    def score(self, colour: str, points: int) -> None:
        before, due = self.markers[self.turn][colour], self.bonus
        super().score(colour, points)
        if before + points == FIRST_BOARD:
            self.bonus = due


class TokensPayAgain(IngeniousReading):
    """Forgets R-I18: gives a bonus move for a colour whose token is already held."""

    def score(self, colour: str, points: int) -> None:
        had_token, before = self.tokens[colour] == self.turn, self.markers[self.turn][colour]
        super().score(colour, points)
        self.bonus += had_token and before < self.markers[self.turn][colour] == OWN_END


class ExchangeWithOneLowestColour(IngeniousReading):
    """Forgets in §5.1 that every one of several equally low colours counts."""

    def exchange_colours(self) -> list[str]:
        return super().exchange_colours()[:1]


class GuestsInPairsOnly(GeishasRoadReading):
    """Forgets that three guests of one colour are a set (§6)."""

    def guest_points(self, seat: int) -> int:
        return best_guest_points(tuple(min(2, count) for count in self.table.guests_of[seat].values()))


class EqualPointsKeepTheStarter(GeishasRoadReading):
    """Lets the first start player start again on equal points (§5.5)."""

    def end_round(self) -> None:
        starter = self.starter
        super().end_round()
        if self.phase == "lantern" and self.points[0] == self.points[1]:
            self.starter = starter


MISREADINGS: list[tuple[str, Callable[[Case], Reading]]] = [
    ("ingenious-two", lambda case: BonusOnlyBeyondTheEnd(case.options)),
    ("ingenious-three", lambda case: ExchangeWithOneLowestColour(case.options)),
    ("ingenious-duel", lambda case: TokensPayAgain(case.options)),
    ("geishas_road-harder", lambda case: GuestsInPairsOnly(case.options)),
    ("geishas_road-basic", lambda case: EqualPointsKeepTheStarter(case.options)),
    (
        "geishas_road-advanced",
        lambda case: GeishasRoadReading(case.options, counters_any_card=True),
    ),
]


@pytest.mark.parametrize(("name", "misread"), MISREADINGS, ids=[name for name, _ in MISREADINGS])
def test_a_misreading_is_noticed(name: str, misread: Callable[[Case], Reading]) -> None:
    case = next(case for case in cases() if str(case) == name)
    with pytest.raises(AssertionError, match=f"^{case.game.name} .*(the house|only the reading)"):
        play_matches(case, misread, "misreading", glances=1 / 16)
