"""A run on a Ray cluster learns what it learns without, though a node is killed meanwhile (`make test-ray`)."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="needs ochaya[cluster]: make test-ray installs it")

from ochaya.arena.cluster import ClusterBroken, NoCluster
from ochaya.train import over_ray
from ochaya.train.begin import begin
from ochaya.train.learner import Arrays
from ochaya.train.over_ray import OverRay
from ochaya.train.policy.shards import PolicyJob
from ochaya.train.run import Limit, Run, read_checkpoint
from ochaya.train.shards import Crew, Here, Played
from tests.clusters import ROOT
from tests.train.test_policy_shards import SHARES, SMALL, with_past
from tests.train.test_policy_shards import assert_same as assert_same_played

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and files open
AFTERSTATES = "[afterstates]\nnotes = 1024\ncandidates = 4\nbatch = 128\n"


class WithAnAccident(OverRay):
    """A crew that loses a machine in the midst of a round."""

    def __init__(self, cluster: Any, at: int) -> None:
        super().__init__(cluster.address)
        self.cluster, self.at, self.rounds, self.most_seated, self.lost = cluster, at, 0, 0, 0

    def play(self, numbers: Arrays, states: Sequence[Arrays]) -> list[Played]:
        workers: Any = self.workers
        self.rounds += 1
        if self.rounds == self.at:
            self.most_seated, seat = workers.seated, workers.seat

            def seat_and_kill(*given: Any) -> None:
                seat(*given)
                if len(workers.working) == 2 and len(self.cluster.worker_nodes) == 2:
                    self.cluster.remove_node(list(self.cluster.worker_nodes)[-1], allow_graceful=False)

            workers.seat = seat_and_kill
        played = super().play(numbers, states)
        self.lost = workers.lost
        return played


def run_of(out: Path, recipe: str, game: str = "ingenious", crew: Crew | None = None, resume: bool = False) -> Run:
    path = out.parent / "small.toml"
    path.write_text(recipe)
    run = begin(game, None, out, recipe=path, shards=5, crew=crew, resume=resume)
    run.matches, run.look_every = 20, 0.0
    return run


def assert_same(one: Path, other: Path) -> None:
    """Every number of the checkpoints, and the cards but for time and date."""
    (about, arrays), (other_about, other_arrays) = read_checkpoint(one), read_checkpoint(other)
    assert about["about"] == other_about["about"]
    assert arrays.keys() == other_arrays.keys()
    for name, array in arrays.items():
        assert (array == other_arrays[name]).all(), name
    cards = [json.loads(path.with_suffix(".json").read_text("utf-8")) for path in (one, other)]
    for card in cards:
        del card["seconds"], card["date"]
        for point in card["curve"]:
            del point["seconds"], point["watched"]["decisions a second"]
    assert cards[0] == cards[1]


def test_a_node_killed_while_it_plays_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    limit = Limit(decisions=8000)
    run_of(tmp_path / "here", AFTERSTATES).go(limit, lambda point: None)
    crew = WithAnAccident(cluster, at=5)
    try:
        run_of(tmp_path / "there", AFTERSTATES, crew=crew).go(limit, lambda point: None)
    finally:
        crew.close()
    assert crew.most_seated == 2
    assert crew.lost >= 1, "nobody was lost: the node was not playing any more"
    assert_same(tmp_path / "here", tmp_path / "there")


def test_a_policy_is_played_there_as_here_without_pytorch(cluster: Any) -> None:
    job = PolicyJob("hanamikoji", ("standard",), SMALL, SHARES, 5)
    numbers, here, crew = with_past("hanamikoji", SMALL), Here(), WithAnAccident(cluster, at=3)
    mine = theirs = job.begin(5)
    here.take(job)
    crew.take(job)
    try:
        for _ in range(6):
            played = crew.play(numbers, theirs)
            expected = here.play(numbers, mine)
            assert_same_played(expected, played)
            mine, theirs = [one.state for one in expected], [one.state for one in played]
        assert crew.lost >= 1
    finally:
        crew.close()


def test_a_policy_learns_there_what_it_learns_here(cluster: Any, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs ochaya[train] as well")
    recipe = "[policy]\nmatches = 40\nwide = 32\npast = 0.2\n[policy.rivals]\ngreedy = 0.1\n"
    limit = Limit(decisions=12000)
    run_of(tmp_path / "here", recipe, "hanamikoji").go(limit, lambda point: None)
    crew = WithAnAccident(cluster, at=4)
    try:
        run_of(tmp_path / "there", recipe, "hanamikoji", crew).go(limit, lambda point: None)
    finally:
        crew.close()
    assert crew.lost >= 1
    assert_same(tmp_path / "here", tmp_path / "there")


def test_ctrl_c_saves_and_the_run_goes_on_without_the_cluster(cluster: Any, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(AFTERSTATES)
    command = [
        sys.executable, "-c", "from ochaya.cli import main; main()", "train", "ingenious", "--shards", "5", "--ray",
        cluster.address, "--recipe", str(tmp_path / "small.toml"), "--decisions", "1000000", "--every", "0",
        "--matches", "20", "--lang", "en", "--out", str(tmp_path / "stopped"),
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not (tmp_path / "stopped.npz").exists():
            time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert "Stopped and saved" in told
    assert "Traceback" not in errors
    later = run_of(tmp_path / "stopped", AFTERSTATES, resume=True)
    learned = later.learner.decisions
    assert 0 < learned < 1_000_000
    later.learner.learn(0.0)
    assert later.learner.decisions > learned


def test_machines_with_other_code_are_refused(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(over_ray, "code_of", lambda game: "other")
    crew = OverRay(cluster.address)
    try:
        with pytest.raises(ClusterBroken, match="cluster-other-code"):
            run_of(tmp_path / "one", AFTERSTATES, crew=crew).go(Limit(decisions=100), lambda point: None)
    finally:
        crew.close()
    assert not (tmp_path / "one.npz").exists()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_an_address_that_does_not_answer_is_told_at_once(address: str, tmp_path: Path) -> None:
    with pytest.raises(NoCluster, match="no-cluster"):
        run_of(tmp_path / "one", AFTERSTATES, crew=OverRay(address))
