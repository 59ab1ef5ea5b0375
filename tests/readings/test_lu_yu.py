"""The house's Lu Yu and the independent reading of his rules play the same matches and never differ."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from ochaya.games.tea_garden import GAME
from tests.readings import lu_yu
from tests.readings.lu_yu_deck import LEVELS
from tests.readings.lu_yu_lockstep import Lockstep, random_match
from tests.readings.lu_yu_record import told
from tests.readings.lu_yu_table import LU_YU, LuYu, Table

MATCHES = 18
"""Of each of the sixteen kinds of match; with the lean ones 304."""
pytestmark = pytest.mark.xdist_group(GAME.name)


def play(level: str, puerh: str, starts: str, number: int, is_lean: bool = False) -> LuYu:
    """One match in lockstep; gives Lu Yu as he ended."""
    options = GAME.complete({"players": "1", "level": level, "puerh": puerh, "starts": starts})
    lockstep = Lockstep(options)
    seed = f"{level} {puerh} {starts} {number}"
    for at, (before, action, after) in enumerate(random_match(options, seed, is_lean)):
        try:
            lockstep.follow(before, action, after)
        except AssertionError as difference:
            raise AssertionError(f"{seed!r} step {at} {GAME.notation(action)}: {difference}") from difference
    assert lockstep.lu is not None
    return lockstep.lu


@pytest.mark.parametrize("puerh", ["off", "on"])
@pytest.mark.parametrize("level", LEVELS)
def test_lu_yu_of_the_house_and_of_the_reading_never_differ(level: str, puerh: str) -> None:
    met = Counter[str]()
    for starts, number in product(("you", "lu-yu"), range(MATCHES)):
        met.update(name for name, value in told(play(level, puerh, starts, number)).items() if value)
    wanted = {"cups", "cards", "caravans", "research", "river", "step", "slots", "below"}
    if puerh == "on":
        wanted |= {"decrees", "hall_points", "cakes"}
    assert wanted <= set(met), "what he never did was not tried"


@pytest.mark.parametrize("level", LEVELS)
def test_g74_g75_nor_where_rows_stacks_and_regions_run_out(level: str) -> None:
    for puerh, number in product(("off", "on"), range(2)):
        play(level, puerh, "you", number, is_lean=True)


def test_a_wrong_reading_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def build_anywhere(lu: LuYu, table: Table) -> bool:
        free = [region for region, spaces in table.spaces.items() if region not in lu.gardens and None in spaces]
        lu.gardens.append(free[-1])
        table.spaces[free[-1]][table.spaces[free[-1]].index(None)] = LU_YU
        return True

    monkeypatch.setattr(lu_yu, "build", build_anywhere)
    with pytest.raises(AssertionError, match=r"differ in .*spaces"):
        play("easy", "off", "you", 0)
