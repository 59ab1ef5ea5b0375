"""A whole match at the terminal: choosing, undo, saving, resuming, leaving, four languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ochaya.cli.files import SUFFIX
from ochaya.cli.records import load_match
from ochaya.cli.texts import LANGUAGES, Texts
from tests.cli.conftest import Ochaya

RAW = re.compile(r"\b(?:about|action|ask|bot|card|event|geisha|option|reason|result|table)\.[a-z]\S*|\{\w+\}")
"""Keys and parameters that should have become words."""
HANAMIKOJI = ("play", "hanamikoji", "--bot", "uniform", "--seed", "tea")


def test_a_match_is_played_to_its_end_and_kept(ochaya: Ochaya, tmp_path: Path) -> None:
    said = ochaya(*HANAMIKOJI, typed="1\n" * 200)
    assert said.code == 0, said.err
    assert said.err == ""
    assert any(line in said.out for line in ("You win!", "You lose this time.", "a draw"))
    (kept,) = (tmp_path / "data" / "matches").glob(f"hanamikoji-*{SUFFIX}")
    match = load_match(kept)
    assert match.is_over
    assert match.players == ["person", "uniform"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_played_in_every_language(ochaya: Ochaya, lang: str) -> None:
    said = ochaya(*HANAMIKOJI, "--lang", lang, typed="1\n" * 200)
    assert said.code == 0, said.err
    assert Texts(lang, "terminal").say("ask.turn") in said.out
    assert RAW.findall(said.out) == []


@pytest.mark.parametrize("game", ["hanamikoji", "_template"])
@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_can_be_taken(ochaya: Ochaya, game: str, seat: int, tmp_path: Path) -> None:
    path = tmp_path / "kept.ochaya"
    said = ochaya("play", game, "--bot", "uniform", "--seat", str(seat), "--save", path, typed="1\n" * 200)
    assert said.code == 0, said.err
    assert load_match(path).players[seat] == "person"


def test_options_are_taken(ochaya: Ochaya, tmp_path: Path) -> None:
    path = tmp_path / "kept.ochaya"
    ochaya(*HANAMIKOJI, "-o", "rounds=none", "-o", "first=1", "--save", path, typed="1\nq\n")
    assert load_match(path).options["rounds"] == "none"


def test_only_what_changed_of_the_table_is_drawn_again_and_the_whole_when_asked(ochaya: Ochaya) -> None:
    tea = ("play", "tea_garden", "--bot", "uniform", "--seed", "tea", "-o", "players=1")
    choosing = ochaya(*tea, typed="2\n1\nq\n")
    assert choosing.out.count("Market ≥0") == 1, "choosing a card changes no market"
    assert choosing.out.count("Hand (") == 2
    asking = ochaya(*tea, typed="t\nq\n")
    assert asking.out.count("Market ≥0") == 2


def test_a_lone_player_is_told_who_won_and_with_what(ochaya: Ochaya) -> None:
    said = ochaya("play", "tea_garden", "--seed", "tea", "-o", "players=1", typed="1\n" * 400)
    assert said.code == 0, said.err
    assert "You lose this time." in said.out
    assert "Lu Yu also wins ties" in said.out
    assert "Total" in said.out


def test_an_illegal_choice_is_told_and_asked_again(ochaya: Ochaya) -> None:
    said = ochaya(*HANAMIKOJI, typed="99\nunicorn\n\nb\nq\n")
    assert said.code == 0
    assert "“99” is not one of the choices" in said.out
    assert "“unicorn” is not one of the choices" in said.out
    assert "first step of the choice" in said.out


def test_leaving_before_the_first_decision_keeps_nothing(ochaya: Ochaya, tmp_path: Path) -> None:
    said = ochaya(*HANAMIKOJI, "-o", "first=0", typed="quit\n")
    assert (said.code, "Goodbye" in said.out) == (0, True)
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_input_leaves_like_quit(ochaya: Ochaya) -> None:
    said = ochaya(*HANAMIKOJI, typed="1\n1\n")
    assert (said.code, said.err) == (0, "")
    assert "ochaya play --resume" in said.out


def test_a_saved_match_goes_on_as_if_never_left(ochaya: Ochaya, tmp_path: Path, unfinished: Path) -> None:
    said = ochaya("play", "--bot", "uniform", "--resume", unfinished, typed="1\n" * 200)
    assert said.code == 0, said.err
    match = load_match(unfinished)
    assert match.is_over
    assert match.key is not None
    assert match.differing_outcome(match.key) is None


def test_what_cannot_be_resumed_is_told(ochaya: Ochaya, finished: Path, unfinished: Path) -> None:
    assert "this match is over" in ochaya("play", "--resume", finished).err
    assert "options are fixed" in ochaya("play", "_template", "--resume", unfinished).err
    assert "options are fixed" in ochaya("play", "--resume", unfinished, "-o", "rounds=3").err
    text = unfinished.read_text(encoding="utf-8")
    unfinished.write_text(text[: text.index("key ")], encoding="utf-8")
    said = ochaya("play", "--resume", unfinished)
    assert (said.code, "key is not in this file" in said.err) == (2, True)


def test_undo_takes_the_last_decision_back(ochaya: Ochaya, tmp_path: Path) -> None:
    path = tmp_path / "kept.ochaya"
    said = ochaya(*HANAMIKOJI, "-o", "first=0", "--save", path, typed="u\nsecret\n1\nundo\nq\n")
    assert "There is nothing to take back yet." in said.out
    assert "Taken back." in said.out
    match = load_match(path)
    assert match.own_turn_start(0) is None
    assert match.actor == 0


def test_the_same_choice_after_undo_meets_the_same_cards(ochaya: Ochaya, tmp_path: Path) -> None:
    first, second = tmp_path / "first.ochaya", tmp_path / "second.ochaya"
    ochaya(*HANAMIKOJI, "-o", "first=0", "--save", first, typed="1\n1\nq\n")
    ochaya(*HANAMIKOJI, "-o", "first=0", "--save", second, typed="1\n1\nu\n1\n1\nq\n")
    from ochaya.core.game import CHANCE

    one, two = ([step for step in load_match(path).steps if step.actor == CHANCE] for path in (first, second))
    shared = min(len(one), len(two))
    assert one[:shared] == two[:shared]


def test_save_writes_a_copy_where_asked(ochaya: Ochaya, tmp_path: Path) -> None:
    copy = tmp_path / "copy.ochaya"
    said = ochaya(*HANAMIKOJI, typed=f"s {copy}\ns {tmp_path}/missing\x00\nq\n")
    assert f"Saved: {copy}" in said.out
    assert not load_match(copy).is_over


def test_the_words_of_help_work(ochaya: Ochaya) -> None:
    said = ochaya(*HANAMIKOJI, typed="?\nlog\ntable\nrules\nq\n")
    assert "take your last turn back" in said.out
    assert said.code == 0
    polish = ochaya(*HANAMIKOJI, "--lang", "pl", typed="pomoc\nwyjdź\n")
    assert "cofnij swój ostatni ruch" in polish.out
    assert "Do widzenia" in polish.out


@pytest.mark.xdist_group("_template")
def test_a_hint_names_choices_and_a_level_plays(ochaya: Ochaya) -> None:
    said = ochaya("play", "_template", "--bot", "novice", "--seed", "tea", typed="h\n1\n")
    assert said.code == 0, said.err
    assert "How a Master rates" in said.out
    assert re.search(r"\d+%: ", said.out)
    assert "Opposite you: Novice" in said.out


def test_nothing_of_the_rivals_hand_is_told(ochaya: Ochaya) -> None:
    """The same deal told to both seats differs: each hears of its own cards only."""
    told = [ochaya(*HANAMIKOJI, "-o", "first=0", "--seat", str(seat), typed="q\n").out for seat in (0, 1)]
    assert told[0] != told[1]
