"""The court board of the Pu-erh expansion: tokens on offer, halls with their squares, decrees."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Json
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.show.faces import bonus_words, token_face
from ochaya.games.tea_garden.show.view.land import owner
from ochaya.games.tea_garden.state import NONE, UNSEEN
from ochaya.games.tea_garden.turn.court import count_cakes, decree_progress


def court(s: Any) -> dict[str, Json]:
    """Show the court; of what lies face down only how many there are."""
    return {
        "basic": [None if token == NONE else token_face(int(token)) for token in s.stock[0]],
        "premium": [None if token == NONE else token_face(int(token)) for token in s.stock[1]],
        "face_down": {
            "basic": int((s.token_place[: p.BASIC] == UNSEEN).sum()),
            "premium": int((s.token_place[p.BASIC :] == UNSEEN).sum()),
            "halls": int(p.HALLS - s.hall_used.sum()),
        },
        "halls": [_hall(s, place, hall) for place, hall in enumerate(s.halls.tolist()) if hall != NONE],
        "decrees": [_decree(s, decree) for decree in range(p.DECREES) if s.decree_side[decree] > 0],
        "cakes": [int(count_cakes(s, player)) for player in range(int(s.players))],
    }


def _hall(s: Any, place: int, hall: int) -> dict[str, Json]:
    """A hall and who stands on its squares, from the left."""
    return {
        "id": p.HALL_NAMES[hall],
        "bonus": bonus_words(p.HALL_BONUS[hall]),
        "squares": [
            {"strength": int(p.SQUARES[i]), "who": owner(s.square[place, i])} for i in range(len(p.SQUARES))
        ],
    }


def _decree(s: Any, decree: int) -> dict[str, Json]:
    """A decree, who stands on its two spaces, and how far everybody has come."""
    side = int(s.decree_side[decree]) - 1
    players = range(int(s.players))
    return {
        "id": p.DECREE_NAMES[decree],
        "counts": p.DECREE_COUNTS[decree],
        "side": ("brown", "red")[side],
        "needs": int(p.DECREE_NEEDS[decree, side]),
        "points": [int(points) for points in p.DECREE_POINTS[decree, side]],
        "spaces": [owner(mark) for mark in s.decree_space[decree]],
        "done": [bool(s.decree_done[player, decree]) for player in players],
        "progress": [int(decree_progress(s, player, decree)) for player in players],
    }
