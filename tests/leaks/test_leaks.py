"""No game of the register tells anybody what they may not know (checks.py says what each check asks)."""

from __future__ import annotations

from tests.leaks import checks
from tests.support import Case, each_case


@each_case
def test_nothing_shown_tells_the_truth_from_another_possible_world(case: Case) -> None:
    looked = checks.check_worlds(case.game, case.options, "worlds", 1500 // (case.seats + 1), matches=10)
    assert looked >= 60


@each_case
def test_actions_that_look_alike_are_told_alike(case: Case) -> None:
    checks.check_steps(case.game, case.options, "steps", 200)


@each_case
def test_views_are_plain_and_agree_with_the_rules(case: Case) -> None:
    checks.check_views(case.game, case.options, "views", 120)


@each_case
def test_a_guessed_world_can_be_played_to_its_end(case: Case) -> None:
    checks.check_guessed_play(case.game, case.options, "guessed", 40)
