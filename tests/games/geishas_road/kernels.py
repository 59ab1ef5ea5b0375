"""Whole random matches by both paths, their ends kept for comparison; compiled by test_stride.py."""

# ruff: noqa: F821  (the names are bound when compiled)

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ochaya.core.game import OVER
from ochaya.core.record import Block

if TYPE_CHECKING:
    actor: Callable[[Any], int]
    apply: Callable[[Any, int], None]
    stride: Callable[[Any, Any], int]
    random_action: Callable[[Any, Any, Any, Any], int]


def plain_ends(ends: Block, start: Block, out: Any, weights: Any, rng: Any, length: Any) -> None:
    """Fill `ends` with matches played the plain way."""
    for i in range(len(ends)):
        ends[i] = start[0]
        s = ends[i]
        length[i] = 0
        while actor(s) != OVER:
            apply(s, random_action(s, out, weights, rng))
            length[i] += 1


def fast_ends(ends: Block, start: Block, rng: Any, length: Any) -> None:
    """Fill `ends` with matches played by strides."""
    for i in range(len(ends)):
        ends[i] = start[0]
        s = ends[i]
        length[i] = 0
        while actor(s) != OVER:
            length[i] += stride(s, rng)
