"""What a seat may know (§9), and one world that fits it."""

from __future__ import annotations

import numpy as np

from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.games.ingenious.pieces import KINDS
from ochaya.games.ingenious.state import SOLO, State


@rule
def hide(s: State, seat: int) -> None:
    """§9 Throw the racks that `seat` cannot see in with the bag; in the solo game there is nothing to hide."""
    if s.mode == SOLO:
        return
    for other in range(s.seats):
        if other == seat:
            continue
        for kind in range(KINDS):
            s.bag[kind] += s.racks[other, kind]
            s.racks[other, kind] = 0


@rule
def known_back(s: State, seat: int, kind: int) -> int:
    """Give how many tiles of a kind the latest exchange put back that are surely among the unseen ones still.

    A tile of that kind which was placed since, lies aside or is on the viewer's own rack may be one of them.
    """
    known = np.int64(s.returned[kind]) - s.aside[kind]
    if seat >= 0:
        known -= s.racks[seat, kind]
    return max(0, known)  # type: ignore[no-any-return]


@rule
def take_unseen(s: State, rng: Rng, total: int, rack: int) -> None:
    """Deal one of the `total` unseen tiles to a rack, each as likely."""
    left = below(rng, total)
    kind = 0
    while left >= s.bag[kind]:
        left -= s.bag[kind]
        kind += 1
    s.bag[kind] -= 1
    s.racks[rack, kind] += 1


@rule
def take_older(s: State, rng: Rng, seat: int, rack: int) -> None:
    """Deal one unseen tile to a rack, each as likely but those that an exchange put back later."""
    total = np.int64(0)
    for kind in range(KINDS):
        total += max(0, s.bag[kind] - known_back(s, seat, kind))
    left = below(rng, total)  # type: ignore[arg-type]
    for kind in range(KINDS):
        left -= max(0, s.bag[kind] - known_back(s, seat, kind))
        if left < 0:
            s.bag[kind] -= 1
            s.racks[rack, kind] += 1
            return


@rule
def guess(s: State, seat: int, rng: Rng) -> None:
    """Deal the unseen tiles to the hidden racks, each arrangement as likely.

    Tiles that an exchange put back cannot be on a rack filled before it. Of a rack that has placed tiles since, it
    is not known whether the older or the newer ones went; here the older ones are taken to have gone first, which
    never rules a possible rack out.
    """
    if s.mode == SOLO:
        return
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.older[other]):
                take_older(s, rng, seat, other)
    total = np.int64(0)
    for kind in range(KINDS):
        total += s.bag[kind]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other] - s.older[other]):
                take_unseen(s, rng, total, other)  # type: ignore[arg-type]
                total -= 1
