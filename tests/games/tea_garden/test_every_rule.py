"""Every rule of the authority has a test: which ones, by its own numbers (G-nn: the gaps it fills), and citations hold.

Names alone do not show it: tests are named after what they check, some by the authority's number and some by a gap's.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
TESTS = set(re.findall(r"def (test_\w+)", "\n".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))))

RULES = {
    "2.1": "s2_1", "2.2": "s2_2 g04_every_region", "2.3": "s2_3 s2_decks", "2.4": "s2_4", "2.5": "s2_5", "2.6": "s2_6",
    "2.7": "s2_7", "2.8": "s2_8", "2.9": "s2_9", "2.10": "g46_the_first",
    "3.1": "s3_1", "3.2": "s3_2", "3.3.1": "s3_3_cards_are s3_3_cards_below", "3.3.2": "g08", "3.3.3": "s3_3_cards_are",
    "3.3.4": "s3_3_only", "3.3.5": "s3_5_exactly s3_5_side", "3.3.6": "g16", "3.3.7": "s3_3_a_bought",
    "3.3.8": "s3_2_turns s3_5_the_turn_ends", "3.4": "s3_4", "3.5": "s3_5_hand",
    "M1": "m1", "M2": "m2", "M3": "m3", "M4": "g37", "M5": "g38", "M6": "m6", "M7": "m7", "UNI": "uni", "CUP": "cup",
    "BOAT": "boat", "F1": "g36", "F2": "f2 g22", "F3": "f3", "F4": "g09a g09b g09c", "4.4": "s4_4 g55",
    "5": "s5 his_leaves", "6.1.1": "g47", "6.1.2": "s6_1_played", "6.1.3": "g44 g40 g41", "6.1.4": "s6_1_every",
    "6.1.5": "g14", "6.1.6": "s3_5_hand", "6.1.7": "g45",
    "6.2": "s6_2 every_emperor_card g34_points example_the_cake g52",
    "6.3": "a_rivals ones_own others_learn lu_yus_top",
    "7.1": "s7_1", "7.1.1": "s1_7 s2_2", "7.2": "m6 example_squares s7_2", "7.3": "m7 s7_3 example_two",
    "7.4": "s7_4 example_the_cake", "7.5": "s7_5", "7.6": "s7_6",
    "7.7 set-up": "s7_7_lu_yus s7_7_lu_yu_starts", "7.7 who starts": "s7_7_who",
    "7.7 turn": "example_lu_yus g73 nobody_is",
    "7.7 GARDEN": "garden", "7.7 BUY": "buy", "7.7 CARAVAN": "g71",
    "7.7 SIDE": "s7_7_with s7_7_research s7_7_his_cups cups",
    "7.7 ADV": "adv", "7.7 EMPEROR": "emperor", "7.7 COURT": "court", "7.7 MARKET": "market",
    "7.7 without Pu-erh": "without_puerh", "7.7 decrees": "s7_7_his_decrees", "7.7 clean-up": "clean_up",
    "7.7 scoring": "s7_7_what",
}  # fmt: skip
"""The authority's rules and the beginnings of the names of the tests that hold them."""
VALUES = {5, 10, 11, 17, 26, 29, 57, 58, 59, 62, 63, 64}
"""The gaps that are lists of values: their counts are checked by §1, and they do not shape a rule."""
GAPS = {number: f"g{number:02d}" for number in range(1, 79) if number not in VALUES} | {
    9: "g09a g09b g09c", 13: "m2_columns", 21: "m3_reward", 24: "every_emperor_card", 54: "every_emperor_card",
}  # fmt: skip
"""The gaps that shape play."""


@pytest.mark.parametrize("rule", [*RULES, *(f"G-{number:02d}" for number in GAPS)])
def test_a_rule_of_the_authority_has_tests(rule: str) -> None:
    names = RULES[rule] if rule in RULES else GAPS[int(rule[2:])]
    for name in names.split():
        assert any(test == f"test_{name}" or test.startswith(f"test_{name}_") for test in TESTS), name


def test_every_section_cited_by_the_code_exists() -> None:
    page = (ROOT / "docs/rules/tea_garden.md").read_text("utf-8")
    sections = {*re.findall(r"^## (\d+)", page, re.M), *re.findall(r"^\*\*(\d+\.\d+)", page, re.M)}
    for path in (ROOT / "src/ochaya/games/tea_garden").rglob("*.py"):
        assert set(re.findall(r"§(\d+(?:\.\d+)?)", path.read_text("utf-8"))) <= sections, path.name
