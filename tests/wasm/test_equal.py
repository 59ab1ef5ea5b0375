"""A game's module answers as the native code does, bit by bit: rules, guesses and search."""

from __future__ import annotations

import pytest

from tests.support import Case, cases, each_case
from tests.wasm.twins import answer, ask_node, questions

ITERATIONS = 600
"""More than it takes any game to have all the worlds that it keeps for a decision."""


def compare(case: Case, count: int, iterations: int) -> None:
    asked = questions(case.game, case.options, count, f"twins {case}", iterations)
    told = ask_node(case.game.name, asked)
    assert len(told) == count
    for number, (question, found) in enumerate(zip(asked, told, strict=True)):
        assert found == answer(case.game, question), f"{case} position {number}"


SMALL = ("_template", "hanamikoji")
"""Games whose modules are built in seconds; the others' are compared by `make test-deep`."""


@pytest.mark.parametrize("case", [case for case in cases() if case.game.name in SMALL], ids=str)
@pytest.mark.xdist_group("hanamikoji")
def test_some_positions_of_every_set_up_in_node(case: Case) -> None:
    compare(case, 12, 60)


@pytest.mark.deep
@each_case
def test_five_hundred_positions_of_every_set_up_in_node(case: Case) -> None:
    compare(case, 500, ITERATIONS)
