"""Seen: the only form in which a state may be shown, sent or thought about.

`seen(game, state, seat)` copies, hides and wraps. Views, events, observations and bots accept a Seen and nothing
else, and the type checker refuses a raw state in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ochaya.core.record import Block, copied

if TYPE_CHECKING:
    from ochaya.core.game import Game

NOBODY = -3
"""The viewer who sits nowhere: a spectator, who knows only what is public."""
EVERYONE = -4
"""The viewer of a finished match, from whom nothing needs hiding any more."""


class Seen(NamedTuple):
    """What one viewer may know of one moment."""

    game: str
    seat: int
    """The viewer: a seat, `NOBODY` or `EVERYONE`."""
    block: Block

    @property
    def record(self) -> Any:
        """The hidden record itself, for compiled functions."""
        return self.block[0]

    def tobytes(self) -> bytes:
        """All that the viewer knows, as bytes: equal knowledge gives equal bytes."""
        data: bytes = self.block.tobytes()
        return data


def seen(game: Game, state: Block, seat: int) -> Seen:
    """Copy the state and overwrite all that `seat` cannot know."""
    block = copied(state)
    game.hide(block[0], seat)
    return Seen(game.name, seat, block)


def unveiled(game: Game, state: Block) -> Seen:
    """Give the whole truth, for the replay of a finished match only: the caller vouches that it has ended."""
    return Seen(game.name, EVERYONE, copied(state))


def seen_action(game: Game, record: Any, action: int, seat: int) -> int:
    """Give what `seat` may know of an action about to be done to this record; `EVERYONE` knows all."""
    return action if seat == EVERYONE else int(game.hide_action(record, action, seat))
