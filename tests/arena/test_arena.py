"""The arena plays fairly, the same on any number of processes, and outlives bad bots and interruptions."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ochaya.arena.match import CRASHED, HUNG, ILLEGAL, Played, play, shares_after_fault
from ochaya.arena.over_ray import run_over_ray
from ochaya.arena.report import as_json, beside, markdown, svg, write
from ochaya.arena.runner import contenders, meet, run
from ochaya.arena.seating import even_share, result_of_a, seatings
from ochaya.arena.summary import summarise
from ochaya.arena.table import Meeting, OtherArena, Plan, Results
from ochaya.core.errors import Wrong
from ochaya.games import NAMES
from ochaya.games import game as game_of
from tests.support import Case, each_case

TEMPLATE = game_of("_template")
BAD = "tests.arena.bad_bots"


def plan(bots: str, meetings: int = 4, *, until_sure: bool = False) -> Plan:
    options = TEMPLATE.complete({})
    return Plan("_template", TEMPLATE.version, options, tuple(bots.split(",")), meetings, "test", None, 20, until_sure)


def played(one: Plan, processes: int, path: Path | None = None, patience: float = 60.0) -> Results:
    results = Results.open(one, path)
    for _ in run(results, processes, patience):
        pass
    return results


def untimed(meeting: Meeting) -> list[tuple[object, ...]]:
    return [(match.shares, match.moves, match.fault, match.faulty) for match in meeting.matches]


@each_case
def test_seatings_give_every_seat_once_to_the_first_bot(case: Case) -> None:
    found = seatings(case.game, case.options)
    if case.seats == 1:
        assert found == ((0,), (1,))
        return
    for seat in range(case.seats):
        assert sum(seating[seat] == 0 for seating in found) == 1
    assert even_share(case.game, case.options) == 1 / len(found)


@each_case
def test_a_meeting_of_random_bots_ends_with_whole_shares(case: Case) -> None:
    one = Plan(case.game.name, case.game.version, case.options, ("uniform", "uniform@1i"), 1, "x", None, 1)
    meeting = meet(one, contenders(one), (0, 1, 0))
    assert 0 <= meeting.result(one) <= 1
    for match in meeting.matches:
        assert not match.fault
        assert all(0 <= share <= 1 for share in match.shares)


def test_at_a_larger_table_each_sits_alone_in_turn_or_only_the_first() -> None:
    game, setup = next((game_of(name), setup) for name in NAMES for setup in game_of(name).setups.values()
                       if len(seatings(game_of(name), setup)) > 2)
    both = Plan(game.name, game.version, game.complete(setup), ("uniform", "greedy"), 1, "x", None, 1)
    assert both.pairs == [(0, 1), (1, 0)]
    assert Plan(**{**both.__dict__, "one_way": True}).pairs == [(0, 1)]


def test_both_matches_of_a_meeting_have_the_same_cards() -> None:
    one = plan("uniform,uniform@1i")
    bots = contenders(one)
    same = [play(TEMPLATE, {}, bots, "deal", "a") for _ in range(2)]
    assert same[0].shares == same[1].shares
    assert same[0].moves == same[1].moves


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    one = plan("master,uniform,greedy", 3)
    alone, together = played(one, 1), played(one, 2)
    assert set(alone.meetings) == set(together.meetings)
    for key, meeting in alone.meetings.items():
        assert untimed(meeting) == untimed(together.meetings[key])


def test_an_interrupted_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    one, path = plan("master,uniform", 5), tmp_path / "arena.jsonl"
    results = Results.open(one, path)
    playing = run(results, 1)
    next(playing)
    next(playing)
    playing.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"a": 0, "b": 1, "num')  # the power failed while a line was written
    again = Results.open(one, path)
    assert len(again.meetings) == len(results.meetings)
    for _ in run(again, 1):
        pass
    whole = played(one, 1)
    kept = Results.open(one, path)
    assert {key: untimed(meeting) for key, meeting in kept.meetings.items()} == {
        key: untimed(meeting) for key, meeting in whole.meetings.items()}
    with pytest.raises(OtherArena):
        Results.open(plan("adept,uniform", 5), path)


@pytest.mark.parametrize(
    ("bot", "fault"), [("Raises", CRASHED), ("Cheats", ILLEGAL), ("Sleeps", HUNG), ("Dies", CRASHED)]
)
def test_a_bad_bot_loses_by_name_and_the_arena_goes_on(bot: str, fault: str) -> None:
    one = plan(f"uniform,{BAD}:{bot}", 1)
    results = played(one, 1, patience=1.0)
    meeting = results.meetings[0, 1, 0]
    assert meeting.result(one) == 1.0
    assert {match.fault for match in meeting.matches} == {fault}
    summary = summarise(results)
    assert summary.lines[1].faults == {fault: 2}
    assert summary.lines[0].faults == {}


def synthetic(one: Plan, outcomes: Sequence[tuple[float, float]]) -> Results:
    results = Results(one)
    for number, (first, second) in enumerate(outcomes):
        matches = tuple(
            Played([share, 1 - share] if at == 0 else [1 - share, share], [3, 3], [0.3, 0.6], [0.2, 0.4])
            for at, share in enumerate((first, second)))
        results.meetings[0, 1, number] = Meeting(0, 1, number, matches)
    return results


def test_the_summary_counts_wins_draws_losses_and_time() -> None:
    one = plan("uniform,greedy", 3)
    summary = summarise(synthetic(one, [(1, 1), (0.5, 1), (0, 1)]))
    duel = summary.duels[0]
    assert (duel.wins, duel.draws, duel.losses, duel.matches) == (4, 1, 1, 6)
    assert duel.result.mean == pytest.approx(0.75)
    assert summary.lines[0].seconds == pytest.approx(0.15)
    assert summary.lines[0].slowest == 0.4
    assert summary.lines[0].rating.mean > summary.lines[1].rating.mean


def test_stopping_when_sure_forgets_what_came_after_the_sure_look() -> None:
    one = plan("uniform,greedy", 200, until_sure=True)
    results = synthetic(one, [(1, 1)] * 16 + [(0, 0)] * 10)
    assert len(results.of(0, 1)) == 16
    assert list(results.missing()) == []
    unsure = synthetic(one, [(1, 0)] * 16)
    assert [number for _, _, number in unsure.missing()] == [16, 17, 18, 19]


def test_only_meetings_without_a_gap_count() -> None:
    one = plan("uniform,greedy", 5)
    results = synthetic(one, [(1, 1), (0, 0), (1, 1)])
    del results.meetings[0, 1, 1]
    assert results.results(0, 1) == [1.0]
    assert [number for _, _, number in results.missing()] == [1, 3, 4]


def test_a_fault_costs_the_whole_team() -> None:
    assert shares_after_fault(TEMPLATE, {}, 0, 2) == [0.0, 1.0]
    if "ingenious" in NAMES:
        game = game_of("ingenious")
        team = shares_after_fault(game, game.setups["team"], 0, 4)
        assert sorted(team) == [0.0, 0.0, 1.0, 1.0]
        assert shares_after_fault(game, game.setups["four"], 2, 4) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


def test_solo_results_are_compared() -> None:
    assert result_of_a([[0.8], [0.6]], ((0,), (1,))) == pytest.approx(0.6)


def test_reports_are_written(tmp_path: Path) -> None:
    summary = summarise(synthetic(plan("uniform,greedy", 3), [(1, 1), (0.5, 1), (0, 1)]))
    text = markdown(summary)
    assert "| uniform | greedy | 75.0 %" in text
    assert "same results on any machine" in text
    assert json.loads(as_json(summary))["duels"][0]["wins"] == 4
    drawn = svg(summary)
    assert drawn.startswith("<svg")
    assert drawn.count("<circle") == 2
    assert sorted(path.suffix for path in write(summary, tmp_path / "out" / "x")) == [".json", ".md", ".svg"]


def test_a_dot_in_a_name_stays_and_an_arenas_own_file_names_the_others() -> None:
    assert beside(Path("results/at-0.3"), ".jsonl") == Path("results/at-0.3.jsonl")
    assert beside(Path("results/at-0.5"), ".jsonl") != beside(Path("results/at-0.3"), ".jsonl")
    assert beside(Path("first.jsonl"), ".md") == Path("first.md")


def test_bots_think_by_the_processors_time() -> None:
    one = replace(plan("master,master@0.05s,master@30i"), seconds=0.1, iterations=None)
    assert [bot.limit.by_processor for bot in contenders(one)[:2]] == [True, True]
    assert contenders(one)[0].limit.clock is time.thread_time


def test_a_process_ends_with_the_one_that_started_it_though_its_bot_still_thinks() -> None:
    script = f"""
import time
from ochaya.arena.runner import READY, Table
from ochaya.arena.table import Plan
if __name__ == "__main__":
    bots = ("{BAD}:Sleeps", "uniform")
    table = Table(Plan("_template", {TEMPLATE.version}, {TEMPLATE.complete({})}, bots, 1, "x", None, 1))
    table.start()
    assert table.line.recv() == READY
    table.line.send(((0, 1, 0), {{}}))
    while table.clock[0] == 0:
        time.sleep(0.01)
    print("thinks", flush=True)
    time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as arena:
        assert arena.stdout is not None
        assert arena.stdout.readline() == "thinks\n"
        arena.kill()
        arena.communicate(timeout=30)  # the bot's process holds the other end: it, too, must be gone


def test_a_cluster_without_ray_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Wrong, match=r"needs-extra.*cluster"):
        list(run_over_ray(Results(plan("uniform,greedy")), "auto"))
