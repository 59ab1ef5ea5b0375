"""The end: what everybody would score if the match ended now, and how it did end."""

from __future__ import annotations

from typing import Any

import numpy as np

from ochaya.core.game import Json
from ochaya.core.record import copied
from ochaya.core.secrecy import Seen
from ochaya.games.tea_garden.lu_yu.cards import LU
from ochaya.games.tea_garden.scoring import score, score_player
from ochaya.games.tea_garden.state import FINISHED, SOURCE_NAMES


def expected(seen: Seen) -> list[dict[str, int]]:
    """Give every player's points by source as they would be if everything were scored now, with their `total`.

    Who owns which card is known to everybody, wherever it lies, so this tells nothing about a hand.
    """
    s = copied(seen.block)[0]
    ends = []
    for player in range(int(s.players)):
        if s.phase != FINISHED:
            score_player(s, player)
        points = {SOURCE_NAMES[i]: int(s.tally[player, i]) for i in range(len(SOURCE_NAMES))}
        ends.append({**points, "total": int(s.points[player])})
    return ends


def counted_at_the_end(seen: Seen) -> list[dict[str, int]]:
    """Give what every player scores at the end alone, by source; sources that bring nothing are left out."""
    s = copied(seen.block)[0]
    s.tally[:] = 0
    counted = []
    for player in range(int(s.players)):
        score_player(s, player)
        counted.append({name: int(n) for name, n in zip(SOURCE_NAMES, s.tally[player], strict=True) if n})
    return counted


def result(s: Any, people: int) -> dict[str, Json] | None:
    """Show the result of a finished match and why."""
    if s.phase != FINISHED:
        return None
    shares = np.zeros(people, np.float64)
    score(s, shares)
    if s.is_solo:
        is_tied = s.points[0] == s.points[LU]
        reason = "reason.solo-won" if shares[0] else "reason.solo-tied" if is_tied else "reason.solo-lost"
    else:
        most = sorted((int(points) for points in s.points[:people]), reverse=True)
        reason = "reason.points" if most[0] > most[1] else "reason.shared" if max(shares) < 1 else "reason.tie-break"
    return {"shares": [float(x) for x in shares], "points": [int(s.points[i]) for i in range(people)], "reason": reason}
