"""The log of a match: it grows, goes back, and is written down and read again with every line checked."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ochaya.core import dealing
from ochaya.core.errors import BadRecord, IllegalAction, NotYourTurn
from ochaya.core.game import CHANCE
from ochaya.core.history import History
from ochaya.core.record_text import read_match, write_match
from ochaya.core.secrecy import EVERYONE, NOBODY
from ochaya.games import game

KEY = dealing.key_from_seed("history")


def match_of(steps: int | None = None, name: str = "hanamikoji", key: bytes | None = KEY) -> History:
    """Play a match under a key, whole or for at least so many steps."""
    match, chooser = History(game(name), {}, ["Anna", "Bob"], KEY), random.Random(1)
    while not match.is_over and (steps is None or len(match.steps) < steps):
        if match.actor == CHANCE:
            match.deal()
        else:
            match.play(chooser.choice(match.legal()), match.actor)
    match.key = key
    return match


WHOLE = match_of()
TEXT = write_match(WHOLE)
LINES = TEXT.splitlines()


# -- playing ---------------------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    match = match_of(20)
    before, length = match.state.tobytes(), len(match.steps)
    for action in {*range(-2, match.game.max_actions + 3)} - set(match.legal()):
        with pytest.raises(IllegalAction):
            match.play(action)
    assert (match.state.tobytes(), len(match.steps)) == (before, length)


def test_who_is_not_on_turn_may_not_act() -> None:
    match = match_of(20)
    with pytest.raises(NotYourTurn):
        match.play(match.legal()[0], 1 - match.actor)


def test_any_earlier_moment_is_made_again_exactly() -> None:
    match = History(WHOLE.game, WHOLE.options)
    for length, step in enumerate(WHOLE.steps):
        if length % 9 == 0:
            assert WHOLE.at(length).state.tobytes() == match.state.tobytes()
        match.play(step.action)
    assert match.state.tobytes() == WHOLE.state.tobytes() == WHOLE.at(len(WHOLE.steps)).state.tobytes()


def test_undo_goes_back_and_the_same_cards_come_again() -> None:
    match = match_of()
    begun = match.own_turn_start(0)
    assert begun is not None
    assert match.steps[begun].actor == 0
    match.undo(begun)
    assert match.actor == 0
    while not match.is_over:
        if match.actor == CHANCE:
            match.deal()
        else:
            match.play(WHOLE.steps[len(match.steps)].action)
    assert match.steps == WHOLE.steps


def test_nobody_has_a_turn_to_take_back_before_acting() -> None:
    assert History(game("hanamikoji")).own_turn_start(0) is None


def test_dealing_needs_a_key() -> None:
    with pytest.raises(ValueError, match="key"):
        History(game("hanamikoji")).deal()


def test_everything_is_shown_only_after_the_end() -> None:
    unfinished = match_of(20)
    with pytest.raises(ValueError, match="over"):
        unfinished.seen(EVERYONE)
    with pytest.raises(ValueError, match="over"):
        unfinished.told(EVERYONE)
    assert WHOLE.seen(EVERYONE).tobytes() == WHOLE.state.tobytes()


@pytest.mark.parametrize("viewer", [0, 1, NOBODY, EVERYONE])
def test_a_viewer_is_told_one_list_of_events_per_step(viewer: int) -> None:
    told = WHOLE.told(viewer)
    assert len(told) == len(WHOLE.steps)
    assert WHOLE.told(viewer, len(told) - 3) == told[-3:]


def test_the_key_deals_the_match_again_and_another_key_does_not() -> None:
    assert WHOLE.differing_outcome(KEY) is None
    other = WHOLE.differing_outcome(dealing.key_from_seed("other"))
    assert other is not None
    assert WHOLE.steps[other[0]].actor == CHANCE
    assert WHOLE.steps[other[0]].action != other[1]


# -- as text ---------------------------------------------------------------------------------------------------------


def test_a_match_written_and_read_is_the_same_match() -> None:
    again = read_match(TEXT, game)
    assert again.steps == WHOLE.steps
    assert again.state.tobytes() == WHOLE.state.tobytes()
    assert (again.options, again.players, again.key) == (WHOLE.options, ["Anna", "Bob"], KEY)
    assert write_match(again) == TEXT


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_either_kind_of_line_ending_is_read(ending: str) -> None:
    assert read_match(TEXT.replace("\n", ending), game).steps == WHOLE.steps


def test_an_unfinished_match_keeps_its_key_to_itself_unless_asked() -> None:
    unfinished = match_of(20)
    told, kept = write_match(unfinished), write_match(unfinished, secret_key=True)
    assert KEY.hex() not in told
    assert dealing.commitment(KEY) in told
    assert read_match(told, game).key is None
    assert read_match(kept, game).key == KEY
    assert read_match(told, game).state.tobytes() == unfinished.state.tobytes()


def test_a_name_with_line_breaks_cannot_forge_a_line() -> None:
    match = History(game("hanamikoji"), {}, ["Anna\nresult 1 0", "\t"], KEY)
    again = read_match(write_match(match), game)
    assert again.players == ["Anna result 1 0", "-"]


def test_every_line_cut_off_is_noticed() -> None:
    for kept in range(len(LINES) - 1):
        with pytest.raises(BadRecord) as wrong:
            read_match("\n".join(LINES[:kept]) + ("\n" if kept else ""), game)
        assert 1 <= wrong.value.details["line"] <= kept + 2


def test_a_file_cut_within_a_line_is_noticed_or_only_lacks_the_key() -> None:
    for kept in range(0, len(TEXT) - 80, 7):
        with pytest.raises(BadRecord):
            read_match(TEXT[:kept], game)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("ochaya match 1", "ochaya match 2", "ochaya match 1"),
        ("game hanamikoji", "game chess", "game, one of"),
        ("version 1", "version 99", "version 1"),
        ("rounds=3", "rounds=7", "options"),
        ("rounds=3", "laps=3", "options"),
        ("player Bob\n", "", "2 lines of player"),
        ("\n1 chance", "\n2 chance", "1 chance"),
        ("\n1 chance", "\n1 seat0", "1 chance"),
        ("\n1 chance ", "\n1 chance  ", "1 chance"),
        ("\nresult", "\nresult 1", "result"),
        ("\nkey ", "\nkey 00", "the key that the commitment fixes"),
    ],
)
def test_an_edited_line_is_named_with_what_was_expected_there(old: str, new: str, expected: str) -> None:
    assert old in TEXT
    edited = TEXT.replace(old, new, 1)
    with pytest.raises(BadRecord) as wrong:
        read_match(edited, game)
    details = wrong.value.details
    assert expected in details["expected"]
    pairs = zip(LINES, edited.splitlines(), strict=False)
    assert details["line"] == next(at for at, (was, now) in enumerate(pairs, 1) if was != now)


def test_an_illegal_action_in_a_file_is_named_with_its_line() -> None:
    at = next(at for at, line in enumerate(LINES) if " seat" in line)
    words = LINES[at].split()
    for action in ("take:tea", "first:1", "gift:fan", "secret:?", "?"):
        edited = [*LINES]
        edited[at] = " ".join([*words[:2], action])
        with pytest.raises(BadRecord) as wrong:
            read_match("\n".join(edited), game)
        assert wrong.value.details["line"] == at + 1
        assert action in wrong.value.details["found"]


def test_lines_after_the_end_are_refused() -> None:
    with pytest.raises(BadRecord, match="end of file"):
        read_match(TEXT + "hello\n", game)


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_any_text_is_read_whole_or_refused_with_its_line(data: st.DataObject) -> None:
    """Random characters put into a real file, or a random file."""
    if data.draw(st.booleans()):
        text = data.draw(st.text(max_size=200))
    else:
        at = data.draw(st.integers(0, len(TEXT)))
        text = TEXT[:at] + data.draw(st.text(max_size=6)) + TEXT[at + data.draw(st.integers(0, 40)) :]
    refusal = None
    try:
        match = read_match(text, game)
    except BadRecord as wrong:
        refusal = wrong.details
    if refusal is None:
        assert read_match(write_match(match), game).steps == match.steps
    else:
        assert 1 <= refusal["line"] <= text.count("\n") + 2
        assert refusal["expected"]
        assert "found" in refusal
