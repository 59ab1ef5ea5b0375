"""Choosing step by step among many actions."""

from __future__ import annotations

from ochaya.cli.table.choosing import Chooser, grow

TREE = [
    (("Gift", "fan", "tea"), 1), (("Gift", "fan", "fan"), 2), (("Gift", "tea"), 3),
    (("Secret", "fan"), 4), (("Pass",), 5),
]


def test_a_path_leads_to_its_action() -> None:
    chooser = Chooser(grow(TREE))
    assert chooser.labels == ["Gift", "Secret", "Pass"]
    chooser.pick("Gift")
    assert chooser.labels == ["fan", "tea"]
    chooser.pick("fan")
    chooser.pick("tea")
    assert chooser.action == 1


def test_a_level_with_one_label_is_skipped() -> None:
    chooser = Chooser(grow(TREE))
    chooser.pick("Secret")
    assert chooser.action == 4
    assert Chooser(grow([(("A", "B"), 9)])).action == 9


def test_what_is_no_choice_still_stands_in_the_question() -> None:
    chooser = Chooser(grow([(("Pay", "leaf 2"), 1), (("Pay", "leaf 3"), 2)]))
    assert chooser.chosen == ["Pay"]
    assert chooser.labels == ["leaf 2", "leaf 3"]
    assert not chooser.can_go_back


def test_back_takes_one_step_back() -> None:
    chooser = Chooser(grow(TREE))
    assert not chooser.can_go_back
    chooser.back()
    chooser.pick("Gift")
    assert chooser.chosen == ["Gift"]
    chooser.back()
    assert chooser.labels == ["Gift", "Secret", "Pass"]


def test_numbers_names_and_parts_of_names_are_understood() -> None:
    chooser = Chooser(grow(TREE))
    assert chooser.matching("2") == ["Secret"]
    assert chooser.matching("0") == chooser.matching("4") == chooser.matching("x") == []
    assert chooser.matching("sec") == ["Secret"]
    assert chooser.matching("PASS") == ["Pass"]
    assert chooser.matching("s") == ["Secret"]
    assert chooser.matching("t") == ["Gift", "Secret"]


def test_what_follows_a_long_dash_only_explains() -> None:
    chooser = Chooser(grow([(("Gift — show a fan", "A"), 1), (("Gift — show a fan", "B"), 2), (("Fan",), 3)]))
    assert chooser.matching("fan") == ["Fan"]
    chooser.pick("Gift — show a fan")
    assert chooser.chosen == ["Gift"]


def test_actions_that_read_alike_can_both_be_chosen() -> None:
    chooser = Chooser(grow([(("A",), 1), (("A",), 2), (("B",), 3), (("B", "C"), 4)]))
    assert chooser.labels == ["A", "A (2)", "B"]
    chooser.pick("B")
    assert chooser.labels == ["B", "C"]
