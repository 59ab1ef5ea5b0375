"""The network that judges a described position: plain NumPy for learning; games carry its forward pass compiled.

Its numbers stand one after the other: the first layer [feature, wide], its constants, the second [wide, narrow], its
constants, the last [narrow] and its constant. Behind a row's features stands the standing at a glance: it goes past the
layers and is added to what comes out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

FADE, SQUARED_FADE, TINY = 0.9, 0.999, 1e-7
"""How slowly Adam forgets gradients and their squares, and what keeps it from dividing by nothing."""


@dataclass(frozen=True)
class Shape:
    """How many numbers go in, and the sizes of the two layers."""

    features: int
    wide: int
    narrow: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the parts, in the order of the numbers."""
        return (self.features * self.wide, self.wide, self.wide * self.narrow, self.narrow, self.narrow, 1)

    @property
    def size(self) -> int:
        """How many numbers the network has."""
        return sum(self.sizes)

    def split(self, numbers: Floats) -> tuple[Floats, ...]:
        """Give the parts in their shapes, without copying."""
        first, first_constants, second, second_constants, last, constant = np.split(numbers, np.cumsum(self.sizes)[:-1])
        return (first.reshape(self.features, self.wide), first_constants, second.reshape(self.wide, self.narrow),
                second_constants, last, constant)

    def begin(self, rng: np.random.Generator) -> Floats:
        """Give a network that adds nothing to the standing at a glance yet."""
        numbers = np.zeros(self.size, np.float32)
        first, _, second, _, _, _ = self.split(numbers)
        first[:] = rng.normal(0.0, np.sqrt(2.0 / self.features), first.shape)
        second[:] = rng.normal(0.0, np.sqrt(2.0 / self.wide), second.shape)
        return numbers


def share_out(odds: Floats) -> Floats:
    """Turn log-odds [position, side] into shares that add up to one; of a single side, by itself."""
    if odds.shape[1] == 1:
        return np.asarray(1.0 / (1.0 + np.exp(-odds)), np.float32)
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


def forward(shape: Shape, numbers: Floats, rows: Floats) -> Floats:
    """Give the log-odds [position, side] of described positions [position, side, feature]."""
    return _layers(shape, numbers, rows.reshape(-1, shape.features + 1))[2].reshape(rows.shape[:2])


def _layers(shape: Shape, numbers: Floats, flat: Floats) -> tuple[Floats, Floats, Floats]:
    first, first_constants, second, second_constants, last, constant = shape.split(numbers)
    one = np.maximum(flat[:, :-1] @ first + first_constants, 0.0)
    two = np.maximum(one @ second + second_constants, 0.0)
    return one, two, two @ last + constant + flat[:, -1]


def gradient(shape: Shape, numbers: Floats, rows: Floats, targets: Floats) -> tuple[Floats, float]:
    """Give the gradient of the mean cross-entropy between shares and targets, and that mean."""
    flat = np.ascontiguousarray(rows.reshape(-1, shape.features + 1))
    one, two, odds = _layers(shape, numbers, flat)
    shares = share_out(odds.reshape(targets.shape))
    slope = ((shares - targets) / len(rows)).astype(np.float32).reshape(-1)
    found = np.zeros_like(numbers)
    first, first_constants, second, second_constants, last, constant = shape.split(found)
    _, _, second_now, _, last_now, _ = shape.split(numbers)
    last[:] = two.T @ slope
    constant[:] = slope.sum()
    to_two = np.outer(slope, last_now) * (two > 0)
    second[:] = one.T @ to_two
    second_constants[:] = to_two.sum(axis=0)
    to_one = (to_two @ second_now.T) * (one > 0)
    first[:] = flat[:, :-1].T @ to_one
    first_constants[:] = to_one.sum(axis=0)
    kept = np.clip(shares, TINY, 1.0 - TINY)
    loss = -(targets * np.log(kept)).sum(axis=1)
    if targets.shape[1] == 1:
        loss -= ((1.0 - targets) * np.log(1.0 - kept)).sum(axis=1)
    return found, float(loss.mean())


@dataclass
class Adam:
    """Adam's memory of a network's gradients."""

    mean: Floats
    square: Floats
    steps: int = 0

    @classmethod
    def of(cls, size: int) -> Adam:
        """Begin without memory."""
        return cls(np.zeros(size, np.float32), np.zeros(size, np.float32))

    def step(self, numbers: Floats, slope: Floats, rate: float) -> None:
        """Move the numbers one step down the slope, in place."""
        self.steps += 1
        self.mean += (1.0 - FADE) * (slope - self.mean)
        self.square += (1.0 - SQUARED_FADE) * (slope * slope - self.square)
        mean = self.mean / (1.0 - FADE**self.steps)
        square = self.square / (1.0 - SQUARED_FADE**self.steps)
        numbers -= (rate * mean / (np.sqrt(square) + TINY)).astype(np.float32)
