"""An arena on a Ray cluster comes out as on one machine, though a node is killed while it plays (`make test-ray`)."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="needs ochaya[cluster]: make test-ray installs it")

from ochaya.arena import cluster as clusters
from ochaya.arena import over_ray
from ochaya.arena.cluster import ClusterBroken, NoCluster
from ochaya.arena.over_ray import run_over_ray
from ochaya.arena.runner import run
from ochaya.arena.table import Meeting, Plan, Results
from ochaya.games import game as game_of
from tests.clusters import ROOT

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and files open
BAD = "tests.arena.bad_bots"


def plan(bots: str, meetings: int, game: str = "_template", iterations: int = 20) -> Plan:
    rules = game_of(game)
    return Plan(game, rules.version, rules.complete({}), tuple(bots.split(",")), meetings, "ray", None, iterations)


def untimed(results: Results) -> list[tuple[object, ...]]:
    def told(meeting: Meeting) -> tuple[object, ...]:
        matches = [(match.shares, match.moves, match.fault, match.faulty) for match in meeting.matches]
        return meeting.a, meeting.b, meeting.number, matches

    return [told(meeting) for meeting in results.all()]


def on_one_machine(one: Plan) -> list[tuple[object, ...]]:
    results = Results(one)
    for _ in run(results, 1):
        pass
    return untimed(results)


def test_a_node_killed_while_it_plays_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    one = plan("master,adept,greedy", 60, "hanamikoji", 40)
    results = Results.open(one, tmp_path / "arena.jsonl")
    victim, told = list(cluster.worker_nodes)[-1], []
    for count, _ in enumerate(run_over_ray(results, cluster.address, tell=lambda *now: told.append(now))):
        if count == 20:
            assert max(tables for tables, _ in told) == 2
            cluster.remove_node(victim, allow_graceful=False)
    assert told[-1][1] >= 1, "no table was lost: the node was not playing any more"
    assert len(results.meetings) == 3 * 60
    assert untimed(results) == on_one_machine(one) == untimed(Results.open(one, tmp_path / "arena.jsonl"))


def test_a_bot_that_takes_its_process_down_is_blamed_and_no_table_is_lost(cluster: Any) -> None:
    one = plan(f"uniform,{BAD}:Dies,{BAD}:Sleeps", 2)
    results, lost = Results(one), 0

    def tell(tables: int, now: int) -> None:
        nonlocal lost
        lost = now

    for _ in run_over_ray(results, cluster.address, 1, patience=1.0, tell=tell):
        pass
    faults = {match.fault for meeting in results.all() for match in meeting.matches}
    assert faults == {"crashed", "hung"}
    assert lost == 0


def test_machines_with_other_code_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(over_ray, "code_of", lambda game: "other")
    with pytest.raises(ClusterBroken, match="cluster-other-code"):
        list(run_over_ray(Results(plan("uniform,greedy", 2)), cluster.address))


def test_ctrl_c_stops_cleanly_and_the_arena_goes_on_later(cluster: Any, tmp_path: Path) -> None:
    command = [
        sys.executable, "-c", "from ochaya.cli import main; main()", "arena", "hanamikoji",
        "--bots", "uniform,master@300i", "--matches", "400", "--ray", cluster.address, "--lang", "en",
        "--out", str(tmp_path / "stopped"),
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        kept = tmp_path / "stopped.jsonl"
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and (not kept.exists() or len(kept.read_text().splitlines()) < 3):
            time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert "Go on with the same command" in errors
    assert "Traceback" not in errors
    assert 3 <= len(kept.read_text().splitlines()) < 200


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "127.0.0.1:99999", "auto"])
def test_an_address_that_does_not_answer_is_told_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_TMPDIR", "/nowhere")
    began = time.monotonic()
    with pytest.raises(NoCluster, match="no-cluster"):
        list(run_over_ray(Results(plan("uniform,greedy", 2)), address))
    assert time.monotonic() - began < 15


def test_something_else_that_listens_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWERS_WITHIN", 8.0)
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(NoCluster, match="no-cluster"):
        list(run_over_ray(Results(plan("uniform,greedy", 2)), f"127.0.0.1:{other.getsockname()[1]}"))
