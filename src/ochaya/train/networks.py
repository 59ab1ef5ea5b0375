"""A network's numbers as arrays, for checkpoints, and back (PyTorch)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ochaya.train.errors import CannotTrain
from ochaya.train.learner import Arrays


def numbers_of(network: Any) -> Arrays:
    """Give all numbers of a network by their names."""
    return {f"numbers.{name}": value.detach().cpu().numpy().copy() for name, value in network.state_dict().items()}


def take_numbers(network: Any, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Put numbers into a network of the same shape; raises CannotTrain where it has another."""
    own = network.state_dict()
    given = {name: arrays.get(f"numbers.{name}") for name in own}
    if any(array is None or array.shape != tuple(own[name].shape) for name, array in given.items()):
        raise CannotTrain("train-other-network", expected=sum(value.numel() for value in own.values()))
    network.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in given.items()})
