"""What a seat may know (§9), and one world that fits it."""

from __future__ import annotations

import numpy as np

from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.games.ingenious.pieces import KINDS, SHOWS
from ochaya.games.ingenious.state import SOLO, State


@rule
def hide(s: State, seat: int) -> None:
    """§9 Throw the racks that `seat` cannot see in with the bag; in the solo game there is nothing to hide.

    What the others have not met since an exchange depends on what they drew, so that goes too.
    """
    if s.mode == SOLO:
        return
    for other in range(s.seats):
        if other == seat:
            continue
        for kind in range(KINDS):
            s.bag[kind] += s.racks[other, kind]
            s.racks[other, kind] = 0
            s.unmet[other, kind] = 0


@rule
def known_back(s: State, seat: int, kind: int) -> int:
    """Give how many tiles of a kind the latest exchange put back that the viewer knows to be unseen still.

    A seat remembers what it has met since; for a spectator, a tile of that kind which lies aside may be one of them.
    """
    if seat >= 0:
        return int(s.unmet[seat, kind])
    return max(0, np.int64(s.returned[kind]) - s.aside[kind])  # type: ignore[no-any-return]


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
def older_copies(s: State, seat: int, kind: int, without: int) -> int:
    """Count the unseen tiles of a kind that no exchange put back later; none where it shows a colour of `without`."""
    if SHOWS[kind] & without:
        return 0
    return max(0, int(s.bag[kind]) - known_back(s, seat, kind))


@rule
def take_older(s: State, rng: Rng, seat: int, rack: int, without: int) -> None:
    """Deal one unseen tile to a rack, each as likely but those that an exchange put back later or colours rule out."""
    total = 0
    for kind in range(KINDS):
        total += older_copies(s, seat, kind, without)
    left = below(rng, total)
    for kind in range(KINDS):
        left -= older_copies(s, seat, kind, without)
        if left < 0:
            s.bag[kind] -= 1
            s.racks[rack, kind] += 1
            return


@rule
def guess(s: State, seat: int, rng: Rng) -> None:
    """Deal the unseen tiles to the hidden racks, each arrangement as likely.

    Tiles that an exchange put back cannot be on a rack filled before it, and what a rack kept in the duel shows none of
    the colours exchanged (§8.4). Of a rack that has placed tiles since, it is not known whether the older or the newer
    ones went; here the older ones are taken to have gone first, which never rules a possible rack out.
    """
    if s.mode == SOLO:
        return
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.kept[other]):
                take_older(s, rng, seat, other, s.kept_without[other])
            for _ in range(s.older[other] - s.kept[other]):
                take_older(s, rng, seat, other, 0)
    total = np.int64(0)
    for kind in range(KINDS):
        total += s.bag[kind]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other] - max(s.older[other], s.kept[other])):
                take_unseen(s, rng, total, other)  # type: ignore[arg-type]
                total -= 1
            for kind in range(KINDS):
                s.unmet[other, kind] = max(0, s.returned[kind] - s.aside[kind] - s.racks[other, kind])
