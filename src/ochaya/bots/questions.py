"""What passes between a process that plays and one that thinks: these forms and nothing else.

A Question carries what one seat may know (the bytes of a Seen), which bot is asked, how long it may think and the
seed of its randomness. There is no field through which the truth of a match could come along.
"""

from __future__ import annotations

import msgspec

from ochaya.bots.limit import Limit
from ochaya.core.secrecy import Seen


class Question(msgspec.Struct, frozen=True, tag="question", tag_field="type"):
    """Please decide."""

    number: int
    game: str
    seat: int
    seen: bytes
    bot: str
    seconds: float | None
    iterations: int | None
    threads: int
    seed: int
    is_final: bool = True
    """False: the whole limit is wanted (a hint), not just a decision."""

    @property
    def limit(self) -> Limit:
        """How long it may think."""
        return Limit(self.seconds, self.iterations, self.threads)

    def within(self, seconds: float) -> Question:
        """Give the same question with no more time than this."""
        return msgspec.structs.replace(self, seconds=seconds if self.seconds is None else min(self.seconds, seconds))


def about(seen: Seen, bot: str, limit: Limit, number: int, seed: int, *, is_final: bool) -> Question:
    """Put together what is asked about a moment."""
    return Question(
        number, seen.game, seen.seat, seen.tobytes(), bot, limit.seconds, limit.iterations, limit.threads, seed,
        is_final,
    )


class Warm(msgspec.Struct, frozen=True, tag="warm", tag_field="type"):
    """Please compile this game's search, so that the first decision is not late."""

    number: int
    game: str


class Stop(msgspec.Struct, frozen=True, tag="stop", tag_field="type"):
    """Please answer that question now with what you have."""

    number: int


class Advice(msgspec.Struct, frozen=True):
    """One action with the share of the win it promises and how often it was tried."""

    action: int
    share: float
    visits: int


class Answer(msgspec.Struct, frozen=True):
    """The action taken, and what was thought about all tried actions, best first (empty where nothing was)."""

    number: int
    action: int = -1
    advice: tuple[Advice, ...] = ()
    iterations: int = 0
    seconds: float = 0.0
    shares: tuple[float, ...] = ()
    """Each seat's expected share of the win with the action thought best (empty where nothing was thought)."""
    error: str = ""
    """The kind of failure; never a state."""


Message = Question | Warm | Stop
encode = msgspec.msgpack.Encoder().encode
read_message = msgspec.msgpack.Decoder(Message).decode
read_answer = msgspec.msgpack.Decoder(Answer).decode
