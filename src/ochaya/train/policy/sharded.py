"""A policy's matches in shards that a crew plays: what they bring is put together in order, where the network is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ochaya.train.learner import Arrays, below
from ochaya.train.networks import numbers_of
from ochaya.train.policy.credit import Flags
from ochaya.train.policy.network import PolicyNetwork
from ochaya.train.policy.notes import Notes
from ochaya.train.policy.shards import PolicyJob
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import PAST
from ochaya.train.shards import Crew


class InShards:
    """The matches of a learner, played by a crew."""

    def __init__(self, job: PolicyJob, network: PolicyNetwork, seed: int, crew: Crew) -> None:
        """Begin the matches."""
        self.job, self.network, self.crew = job, network, crew
        self.states = job.begin(seed)
        """Where each shard stands."""
        self.even = Tables(job.rules, job.setups, len(job.setups), seed).even
        crew.take(job)

    def play(self, past: PolicyNetwork | None, notes: Notes) -> Flags:
        """Play a round into the notes; says of each decision, [steps, n], whether it teaches anything."""
        numbers = numbers_of(self.network)
        if past is not None:
            numbers |= {f"{PAST}.{name}": array for name, array in numbers_of(past).items()}
        played = self.crew.play(numbers, self.states)
        self.states = [one.state for one in played]
        steps = self.job.recipe.steps
        notes.longest = max(one.notes["legal"].shape[2] for one in played)
        for (first, last), one in zip(self.job.ranges, played, strict=True):
            own = {name: torch.from_numpy(np.array(array)) for name, array in one.notes.items()}
            width = own["legal"].shape[2]
            notes.legal[:, first:last, :width] = own["legal"].to(notes.legal.device)
            notes.better[:steps, first:last] = own["better"].to(notes.better.device)
            for name in ("seen", "counts", "places", "chances", "shares"):
                getattr(notes, name)[:, first:last] = own[name].to(notes.seen.device)
        return np.concatenate([one.notes["teaches"] for one in played], axis=1)

    def save(self) -> Arrays:
        """Give where each shard stands."""
        return {f"shard.{at}.{name}": array for at, state in enumerate(self.states) for name, array in state.items()}

    def load(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        self.states = [below(arrays, f"shard.{at}.") for at in range(self.job.shards)]
