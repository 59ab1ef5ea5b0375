"""Rounds cut into shards: what is learned depends on how many shards there are, and on nothing about who plays them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ochaya.cli.app import app
from ochaya.core.errors import Wrong
from ochaya.games import game as game_of
from ochaya.train.afterstates.learner import AfterstateLearner
from ochaya.train.begin import begin
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays
from ochaya.train.over_ray import OverRay
from ochaya.train.recipes import Afterstates
from ochaya.train.run import Limit, Run, read_checkpoint
from ochaya.train.shards import Crew, Job, Played

GAME = game_of("ingenious")
SMALL = Afterstates(candidates=4, notes=256, batch=64)
TEXT = "[afterstates]\nnotes = 256\ncandidates = 4\nbatch = 64\n"


class Backwards:
    """A crew that plays the last shard first, each by somebody new, and the first one twice."""

    def take(self, job: Job) -> None:
        self.job = job

    def play(self, numbers: Arrays, states: Sequence[Arrays]) -> list[Played]:
        played = {}
        for shard in [0, *reversed(range(len(states)))]:
            played[shard] = self.job.player().play(shard, numbers, states[shard])
        return [played[shard] for shard in range(len(states))]


def learned(shards: int, crew: Crew | None = None) -> Arrays:
    learner = AfterstateLearner(GAME, "two", SMALL, 11, shards, crew)
    for _ in range(3):
        learner.learn(0.5)
    return learner.save()


def run_of(out: Path, shards: int, crew: Crew | None = None, resume: bool = False) -> Run:
    recipe = out.parent / "small.toml"
    recipe.write_text(TEXT)
    run = begin("ingenious", "two", out, recipe=recipe, shards=shards, crew=crew, resume=resume)
    run.matches, run.look_every = 20, 0.0
    return run


def test_shards_played_in_any_order_by_anybody_teach_the_same() -> None:
    here, elsewhere = learned(3), learned(3, Backwards())
    assert here.keys() == elsewhere.keys()
    for name, array in here.items():
        assert (elsewhere[name] == array).all(), name
    assert len(here["rng"]) == 3
    assert not (learned(2)["numbers"] == here["numbers"]).all()


def test_a_stopped_run_in_shards_goes_on_with_another_crew(tmp_path: Path) -> None:
    whole = run_of(tmp_path / "whole", 3)
    card = whole.go(Limit(decisions=900), lambda point: None)
    assert card.about.shards == 3
    stopped = run_of(tmp_path / "stopped", 3)

    def stop(point: object) -> None:
        if len(stopped.points) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.go(Limit(decisions=900), stop)
    assert run_of(tmp_path / "stopped", 3, Backwards(), resume=True).go(
        Limit(decisions=900), lambda point: None).hash == card.hash
    one, other = (read_checkpoint(tmp_path / name)[1] for name in ("whole", "stopped"))
    for name, array in one.items():
        assert (other[name] == array).all(), name
    with pytest.raises(CannotTrain, match="train-other-run"):
        run_of(tmp_path / "stopped", 2, resume=True)


def test_more_shards_than_there_is_to_cut_are_refused(tmp_path: Path) -> None:
    for shards in (0, -1, 257):
        with pytest.raises(CannotTrain, match="train-shards"):
            run_of(tmp_path / "one", shards)
    with pytest.raises(CannotTrain, match="train-no-room"):
        run_of(tmp_path / "one", 256).go(Limit(decisions=10), lambda point: None)


def test_one_shard_is_not_spread_and_a_cluster_needs_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotTrain, match="train-one-shard"):
        run_of(tmp_path / "one", 1, OverRay("auto"))
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Wrong, match=r"needs-extra.*cluster"):
        run_of(tmp_path / "one", 2, OverRay("auto"))
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]


def test_shards_are_asked_for_and_refused_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(TEXT)
    words = ["ingenious", "--recipe", "small.toml", "--decisions", "200", "--matches", "20", "--lang", "en", "--out"]
    app(["train", *words, "cut", "--shards", "2"], standalone_mode=False)
    assert json.loads((tmp_path / "cut.json").read_text("utf-8"))["about"]["shards"] == 2
    capsys.readouterr()
    assert app(["train", *words, "one", "--ray", "auto"], standalone_mode=False) == 2
    assert "choose --shards 2 or more" in capsys.readouterr().err
    assert app(["train", *words, "one", "--shards", "300"], standalone_mode=False) == 2
    assert "at most into 256" in capsys.readouterr().err
    assert not (tmp_path / "one.npz").exists()


def test_the_state_that_a_shard_is_played_from_stays_as_it_was() -> None:
    learner = AfterstateLearner(GAME, "two", SMALL, 11, 2)
    before = [state["rng"].copy() for state in learner.states]
    held = learner.states
    learner.learn(0.5)
    assert all((state["rng"] == rng).all() for state, rng in zip(held, before, strict=True))
    assert not any(np.array_equal(state["rng"], rng) for state, rng in zip(learner.states, before, strict=True))
