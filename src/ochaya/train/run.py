"""A run of a learner: until the time or the decisions are used up, with looks on the way, and everything kept.

OUT.npz is the checkpoint, OUT.json the card, OUT.svg the learning curve. All three are written at every look and when
the run is stopped by the keyboard; `resume` goes on from there. With a limit by decisions the outcome depends on recipe
and seed alone (up to the order in which a machine adds floating-point numbers); with one by time also on the clock.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import msgspec
import numpy as np
import numpy.typing as npt

from ochaya.arena.statistics import estimate
from ochaya.train import card as cards
from ochaya.train.card import About, Card
from ochaya.train.curve import Point, draw
from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Learner


@dataclass(frozen=True)
class Limit:
    """How long a run lasts, everything before a resume included: by time or by decisions."""

    seconds: float | None = None
    decisions: int | None = None

    def part(self, seconds: float, decisions: int) -> float:
        """Give how much of the run is over, 1 or more at its end."""
        by_time = 0.0 if self.seconds is None else seconds / self.seconds
        by_decisions = 0.0 if self.decisions is None else decisions / self.decisions
        return max(by_time, by_decisions)


@dataclass
class Run:
    """One run, with what has been seen of it so far."""

    learner: Learner
    about: About
    out: Path
    look_every: float = 60.0
    matches: int = 400
    """Matches against the pool at every look."""
    pool: str = ""
    points: list[Point] = field(default_factory=list)
    seconds: float = 0.0
    began_with: dict[str, Any] | None = None
    """The card of the run whose network it began with."""

    def resume(self) -> None:
        """Go on from the checkpoint; raises CannotTrain where it is of another run."""
        about, arrays = read_checkpoint(self.out)
        if msgspec.convert(about["about"], About) != _as_kept(self.about):
            raise CannotTrain("train-other-run", path=str(self.out.with_suffix(".npz")))
        self.points = msgspec.convert(about["points"], list[Point])
        self.seconds = about["seconds"]
        self.began_with = (cards.read(self.out.with_suffix(".json")) or {}).get("began_with")
        self.learner.load(arrays)

    def start(self, other: Path) -> None:
        """Begin with the network of another run, whose card this one's will hold."""
        self.learner.start(read_checkpoint(other)[1])
        self.began_with = cards.read(other.with_suffix(".json"))

    def go(self, limit: Limit, tell: Callable[[Point], None]) -> Card:
        """Learn until the limit, telling every look; stopped by the keyboard it saves and raises KeyboardInterrupt."""
        before, began = self.seconds, time.perf_counter()
        since, learned = began, self.learner.decisions
        watched: Mapping[str, float] = {}
        try:
            while (part := limit.part(self.seconds, self.learner.decisions)) < 1.0:
                watched = self.learner.learn(part)
                now = time.perf_counter()
                self.seconds = before + now - began
                is_last = limit.part(self.seconds, self.learner.decisions) >= 1.0
                if is_last or now - since >= self.look_every:
                    rate = (self.learner.decisions - learned) / max(now - since, 1e-9)
                    tell(self.look({"decisions a second": rate, **watched}))
                    self.write()
                    since, learned = time.perf_counter(), self.learner.decisions
        except KeyboardInterrupt:
            if not self.points or self.points[-1].decisions != self.learner.decisions:
                self.look(dict(watched), matches=min(self.matches, 40))
            self.write()
            raise
        return self.write()

    def look(self, watched: dict[str, float], matches: int | None = None) -> Point:
        """Measure the learner as it is now."""
        results = [float(one) for one in self.learner.measure(matches or self.matches)]
        found = estimate(results, even=self.learner.even())
        point = Point(self.seconds, self.learner.decisions, found.mean, found.low, found.high, watched)
        self.points.append(point)
        return point

    def write(self) -> Card:
        """Write checkpoint, card and curve."""
        arrays = self.learner.save()
        about, points = msgspec.to_builtins(self.about), msgspec.to_builtins(self.points)
        kept = {"about": about, "points": points, "seconds": self.seconds}
        write_checkpoint(self.out, kept, arrays)
        last = self.points[-1] if self.points else Point(0.0, 0, 0.0, 0.0, 1.0, {})
        card = Card(
            about=self.about, decisions=self.learner.decisions, seconds=round(self.seconds, 1), date=cards.today(),
            hash=cards.hash_of([arrays[name] for name in sorted(arrays) if name.startswith("numbers")]), pool=self.pool,
            share=last.share, low=last.low, high=last.high, matches=self.matches, curve=self.points,
            began_with=self.began_with,
        )
        cards.write(card, self.out.with_suffix(".json"))
        title = f"{self.about.game}, {self.about.setup}: share against {self.pool}"
        self.out.with_suffix(".svg").write_text(draw(self.points, title, self.learner.even()), "utf-8")
        return card


def _as_kept(about: About) -> About:
    """Give it as it comes back from a file, where a pair of numbers is a list."""
    return msgspec.json.decode(msgspec.json.encode(about), type=About)


def write_checkpoint(out: Path, about: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write a checkpoint whole or not at all."""
    path = out.with_suffix(".npz")
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        np.savez(file, about=np.frombuffer(msgspec.json.encode(about), np.uint8), **arrays)  # type: ignore[arg-type]
    os.replace(half, path)


def read_checkpoint(out: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Read a checkpoint; raises CannotTrain where it is missing or is none."""
    path = out.with_suffix(".npz")
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about: dict[str, Any] = msgspec.json.decode(arrays.pop("about").tobytes())
    except FileNotFoundError as error:
        raise CannotTrain("file-missing", path=str(path)) from error
    except (OSError, EOFError, BadZipFile, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CannotTrain("train-checkpoint", path=str(path)) from error
    return about, arrays
