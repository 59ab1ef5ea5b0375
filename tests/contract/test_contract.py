"""Every game of the register keeps the contract of core/game.py (checks.py says what each check asks)."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ochaya.core import dealing
from ochaya.core.game import Game
from ochaya.core.history import History
from ochaya.core.jit import is_compiled
from ochaya.core.record_text import read_match, write_match
from ochaya.games import games
from tests.contract import action_checks, checks, memory_checks, stride_checks
from tests.support import Case, each_case, each_game, play

MATCHES = 12


@each_game
def test_the_record_is_packed_and_of_signed_whole_numbers(game: Game) -> None:
    checks.check_layout(game.state)


@each_game
def test_the_declaration_makes_sense_and_setups_cover_every_option_value(game: Game) -> None:
    checks.check_declaration(game)


@each_game
def test_every_option_value_works_and_any_other_is_refused(game: Game) -> None:
    checks.check_options(game)


@each_game
def test_rules_are_compiled(game: Game) -> None:
    if is_compiled():
        names = ("setup", "actor", "legal", "odds", "apply", "score", "hide", "guess", "observe", "conserved")
        plain = [name for name in names if not hasattr(getattr(game, name), "py_func")]
        assert not plain, f"not compiled: {plain}"


@each_case
def test_random_matches_keep_every_promise_at_every_step(case: Case) -> None:
    for match in range(MATCHES):
        checks.check_match(case.game, case.options, f"match {match}")


@each_case
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(choices=st.lists(st.integers(0, 10**6), min_size=20, max_size=80))
def test_any_sequence_of_choices_keeps_every_promise(case: Case, choices: list[int]) -> None:
    """Not random play but whatever Hypothesis thinks of: always the first, always the last, the same over and over."""
    state = case.game.start(case.options)
    for number, choice in enumerate(choices):
        legal = case.game.legal_ids(state[0])
        if not legal:
            break
        case.game.apply(state[0], legal[choice % len(legal)])
        checks.check_state(case.game, state, case.seats, f"{case} choices {choices[: number + 1]}")


@each_case
def test_copies_are_independent_and_acting_is_deterministic(case: Case) -> None:
    checks.check_copies(case.game, case.options, "copies")


@each_case
def test_every_legal_action_leads_to_a_sound_state(case: Case) -> None:
    checks.check_every_action(case.game, case.options, "every action")


@each_case
def test_an_observation_tells_apart_all_that_a_seat_was_told(case: Case) -> None:
    if case.game.name not in memory_checks.FORGOTTEN:
        pytest.skip("its observation shows what came of everything, not in which order")
    assert memory_checks.check_memory(case.game, case.options, "memory") > 1000


@each_case
def test_what_a_seat_sees_apart_it_observes_apart(case: Case) -> None:
    if case.game.name == "_template":
        pytest.skip("it is kept short, to be copied")
    assert memory_checks.check_sight(case.game, case.options, "sight", moments=4, room=250) > 300


@each_game
def test_every_action_has_its_own_text_and_data_and_reads_back(game: Game) -> None:
    ids = range(game.max_actions)
    if game.max_actions > action_checks.MOST_IDS:
        ids = sorted(random.Random(1).sample(ids, action_checks.MOST_IDS))  # type: ignore[assignment]
    action_checks.check_notation(game, ids)


@each_case
def test_hidden_actions_are_known_to_their_actor_and_unreadable_for_others(case: Case) -> None:
    action_checks.check_hidden_ids(case.game, case.options, "hidden")


@each_game
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_text_is_an_action_or_unreadable(game: Game, data: st.DataObject) -> None:
    """Random characters, and real notations with one thing broken."""
    if data.draw(st.booleans()):
        text = data.draw(st.text(max_size=30))
    else:
        text = game.notation(data.draw(st.integers(0, game.max_actions - 1)))
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(":+/?,-=.0123456789abcdefA \n²", max_size=3)) + text[at + 1 :]
    action_checks.check_unreadable(game, text)


@each_case
def test_the_fast_path_makes_only_steps_that_plain_play_could_make(case: Case) -> None:
    if case.game.stride is None:
        pytest.skip("no fast path")
    stride_checks.check_stride(case.game, case.options, 1)


def test_the_register_has_every_game_once() -> None:
    names = [game.name for game in games()]
    assert len(set(names)) == len(names)
    assert {"_template", "hanamikoji"} <= set(names)


@each_case
def test_a_match_written_as_text_and_read_back_is_the_same_match(case: Case) -> None:
    match = History(case.game, case.options, key=dealing.key_from_seed(str(case)))
    for step in play(case.game, case.options, f"text {case}"):
        match.play(step.action)
    again = read_match(write_match(match), lambda name: case.game)
    assert again.is_over
    assert again.steps == match.steps
    assert again.state.tobytes() == match.state.tobytes()
    assert again.at(len(match.steps) // 2).state.tobytes() == match.at(len(match.steps) // 2).state.tobytes()
