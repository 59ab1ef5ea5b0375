"""A run: limits, looks, checkpoints, resuming, Ctrl-C, card and curve; a wrong wish changes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest

from ochaya.core.errors import BadOptions, UnknownGame
from ochaya.games import shown_names
from ochaya.train.begin import begin
from ochaya.train.card import About
from ochaya.train.curve import Point, draw
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays
from ochaya.train.recipes import FOLDER, Recipe, between, recipe_of
from ochaya.train.run import Limit, Run, read_checkpoint


class Counter:
    """A learner that only counts; after `stop` rounds somebody presses Ctrl-C."""

    def __init__(self, stop: int = -1) -> None:
        self.decisions, self.rounds, self.stop = 0, 0, stop
        self.parts: list[float] = []

    def learn(self, part: float) -> Mapping[str, float]:
        if self.rounds == self.stop:
            raise KeyboardInterrupt
        self.rounds += 1
        self.decisions += 100
        self.parts.append(part)
        return {"entropy": 1.0 / self.rounds}

    def measure(self, matches: int) -> npt.NDArray[np.float64]:
        return np.linspace(0.0, 1.0, matches) ** (1.0 / (1 + self.rounds))

    def even(self) -> float:
        return 0.5

    def save(self) -> Arrays:
        return {"numbers": np.array([self.rounds]), "counts": np.array([self.decisions])}

    def start(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self.rounds = int(arrays["numbers"][0])

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self.start(arrays)
        self.decisions = int(arrays["counts"][0])


ABOUT = About("hanamikoji", 1, "standard", "policy", {"policy": {"rate": (1.0, 0.5)}}, 1)


def run_of(out: Path, stop: int = -1) -> tuple[Run, Counter]:
    learner = Counter(stop)
    return Run(learner, ABOUT, out, look_every=0.0, matches=20, pool="nobody"), learner


def test_a_run_ends_at_its_limit_and_leaves_checkpoint_card_and_curve(tmp_path: Path) -> None:
    run, learner = run_of(tmp_path / "one")
    told: list[Point] = []
    card = run.go(Limit(decisions=500), told.append)
    assert learner.decisions == 500 == card.decisions
    assert learner.parts == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8])
    assert [point.decisions for point in told] == [100, 200, 300, 400, 500]
    written = json.loads((tmp_path / "one.json").read_text("utf-8"))
    assert written["share"] == pytest.approx(told[-1].share)
    assert written["about"]["game"] == "hanamikoji"
    assert len(written["hash"]) == 64
    ElementTree.fromstring((tmp_path / "one.svg").read_text("utf-8"))
    assert not list(tmp_path.glob("*.half"))


def test_a_stopped_run_is_saved_and_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    run, _ = run_of(tmp_path / "one", stop=3)
    with pytest.raises(KeyboardInterrupt):
        run.go(Limit(decisions=500), lambda point: None)
    later, learner = run_of(tmp_path / "one")
    later.resume()
    assert learner.decisions == 300
    card = later.go(Limit(decisions=500), lambda point: None)
    assert card.decisions == 500
    assert [point.decisions for point in later.points] == [100, 200, 300, 400, 500]


def test_a_card_holds_those_of_the_runs_before_it(tmp_path: Path) -> None:
    run_of(tmp_path / "one")[0].go(Limit(decisions=200), lambda point: None)
    second, learner = run_of(tmp_path / "two", stop=3)
    second.start(tmp_path / "one")
    assert learner.rounds == 2
    with pytest.raises(KeyboardInterrupt):
        second.go(Limit(decisions=500), lambda point: None)
    later, _ = run_of(tmp_path / "two")
    later.resume()
    later.go(Limit(decisions=500), lambda point: None)
    third, _ = run_of(tmp_path / "three")
    third.start(tmp_path / "two")
    third.go(Limit(decisions=100), lambda point: None)
    card = json.loads((tmp_path / "three.json").read_text("utf-8"))
    decisions = [card["decisions"], card["began_with"]["decisions"], card["began_with"]["began_with"]["decisions"]]
    assert decisions == [100, 500, 200]
    assert card["began_with"]["began_with"]["began_with"] is None


def test_what_is_used_up_is_not_begun_again(tmp_path: Path) -> None:
    run, _ = run_of(tmp_path / "one")
    run.go(Limit(decisions=200), lambda point: None)
    later, learner = run_of(tmp_path / "one")
    later.resume()
    later.go(Limit(decisions=200), lambda point: None)
    assert learner.decisions == 200


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    run, _ = run_of(tmp_path / "one")
    run.go(Limit(decisions=100), lambda point: None)
    other = Run(Counter(), About("hanamikoji", 1, "endless", "policy", {}, 1), tmp_path / "one")
    with pytest.raises(CannotTrain, match="train-other-run"):
        other.resume()


@pytest.mark.parametrize("content", [b"", b"not a checkpoint", b"PK\x03\x04 cut short"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "one.npz").write_bytes(content)
    with pytest.raises(CannotTrain, match="train-checkpoint"):
        read_checkpoint(tmp_path / "one")


def test_a_time_limit_counts_what_was_used_before(tmp_path: Path) -> None:
    assert Limit(seconds=10.0).part(5.0, 10**9) == 0.5
    assert Limit(seconds=10.0, decisions=100).part(1.0, 90) == 0.9


def test_wrong_wishes_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame):
        begin("chess", None, tmp_path / "one")
    with pytest.raises(BadOptions):
        begin("ingenious", "five", tmp_path / "one")
    with pytest.raises(CannotTrain, match="file-unwritable"):
        begin("ingenious", "two", tmp_path / "nowhere" / "one")
    with pytest.raises(CannotTrain, match="file-missing"):
        begin("ingenious", "two", tmp_path / "one", recipe=tmp_path / "none.toml")
    for text in ("[afterstates]\nlambda = 3", "[policy]\n[afterstates]", "nonsense", "", "[policy]\npast = 1.2"):
        (tmp_path / "bad.toml").write_text(text)
        with pytest.raises(CannotTrain, match="train-recipe"):
            begin("ingenious", "two", tmp_path / "one", recipe=tmp_path / "bad.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]
    (tmp_path / "one.npz").write_bytes(b"something dear")
    with pytest.raises(CannotTrain, match="train-exists"):
        begin("ingenious", "two", tmp_path / "one")
    assert (tmp_path / "one.npz").read_bytes() == b"something dear"


def test_every_recipe_can_be_read_and_names_a_game() -> None:
    for path in FOLDER.rglob("*.toml"):
        assert isinstance(recipe_of(path.stem, path), Recipe)
        assert path.stem in shown_names()
    assert recipe_of("ingenious").learner == "afterstates"
    assert recipe_of("_template").learner == "policy"


def test_schedules_go_from_one_end_to_the_other() -> None:
    assert between((4.0, 2.0), 0.5) == 3.0
    assert between((4.0, 2.0), 7.0) == 2.0


def test_a_curve_without_points_can_be_drawn() -> None:
    ElementTree.fromstring(draw([], "nothing <yet>", 0.5))
