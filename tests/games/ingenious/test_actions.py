"""Actions as numbers, data and text."""

from __future__ import annotations

import pytest

from ochaya.core.errors import UnreadableAction
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import PLACEMENTS, Place, decode, encode_place, notation, parts, read
from ochaya.games.ingenious.board import PAIR_COUNT
from ochaya.games.ingenious.pieces import KINDS
from tests.games.ingenious.tables import placement


def test_there_is_one_id_for_each_tile_pair_and_way_round() -> None:
    assert PLACEMENTS == KINDS * PAIR_COUNT * 2 == 19404
    assert GAME.max_actions == 19431
    for action in range(0, PLACEMENTS, 7):
        assert encode_place(*parts(action)) == action


def test_a_placement_names_its_tile_and_the_space_of_each_half() -> None:
    action = placement("R(0,0)+B(1,0)")
    assert decode(action) == Place("red-blue", "h8", "h9")
    assert notation(action) == "rb:h8-h9"
    assert notation(placement("B(0,0)+R(1,0)")) == "rb:h9-h8"


@pytest.mark.parametrize(
    "text",
    ["", "rb", "rb:h8", "rb:h8-h8", "rb:h8-a1", "br:h8-h9", "rx:h8-h9", "draw:?", "first:4", "first:²", "keep:1"],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(UnreadableAction):
        read(text)
