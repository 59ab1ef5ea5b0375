"""Fair dealing: chance outcomes that anybody can check once the match is over, made by all who play.

Before the match the house takes 256 bits from the operating system and publishes their SHA-256, the commitment. Then
every player's device adds random bytes of its own. The deal key is made from all of them (`Luck`), so neither the house
nor a player could choose it. The n-th chance outcome is read from an HMAC-SHA256 stream under the deal key. After the
match everything is revealed and anybody can recompute every outcome: docs/fair-dealing.md says how, to the byte.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

KEY_BYTES = 32
CONTRIBUTION_BYTES = 32
_WORD = 1 << 64


def new_key() -> bytes:
    """Take 256 fresh bits of the operating system's entropy."""
    return secrets.token_bytes(KEY_BYTES)


def key_from_seed(seed: str) -> bytes:
    """Make a key from a text, for reproducible arenas and tests; never for matches between people."""
    return hashlib.sha256(b"ochaya seed\0" + seed.encode()).digest()


def commitment(key: bytes) -> str:
    """Give what may be published before the match: it fixes the key and tells nothing about it."""
    return hashlib.sha256(b"ochaya commitment\0" + key).hexdigest()


@dataclass(frozen=True)
class Luck:
    """All that a deal is made from: the house's key and one contribution for each chair, in the order of the chairs.

    Chairs are counted as people were placed when the table was laid; who gets which seat is part of the luck.
    """

    house_key: bytes
    contributions: tuple[bytes | None, ...]
    """What the device at each chair sent; None: the house adds its own (a bot's, or that of somebody who sent none)."""

    @property
    def commitment(self) -> str:
        """What was published before anybody contributed."""
        return commitment(self.house_key)

    def part(self, chair: int) -> bytes:
        """Give what enters the deal key for a chair: 1 and a device's bytes, or 0 and the house's.

        The house's are fixed by its key: chosen freely, they would let it try deals until it likes one.
        """
        sent = self.contributions[chair]
        if sent is not None:
            return b"\1" + sent
        return b"\0" + hmac.digest(self.house_key, b"ochaya house part\0" + bytes([chair]), "sha256")

    @functools.cached_property
    def deal_key(self) -> bytes:
        """The key under which everything is drawn."""
        chairs = len(self.contributions)
        message = b"ochaya deal key\0" + bytes([chairs]) + b"".join(map(self.part, range(chairs)))
        return hmac.digest(self.house_key, message, "sha256")

    @classmethod
    def after_seating(cls, house_key: bytes, by_seat: Sequence[bytes | None], seating: Sequence[int] | None) -> Luck:
        """Make it again from who contributed what by seat, once the chairs (in `seating`) have become seats."""
        return cls(house_key, tuple(by_seat[seat] for seat in seating) if seating is not None else tuple(by_seat))

    def seating(self) -> list[int]:
        """Give the seat of each chair, by lot: every order is equally likely."""
        left, seats = list(range(len(self.contributions))), []
        for number in range(len(self.contributions)):
            words = _words(self.deal_key, number, b"ochaya seat\0")
            seats.append(left.pop(_below(words, len(left))))
        return seats


def _words(key: bytes, number: int, kind: bytes = b"ochaya deal\0") -> Iterator[int]:
    """Give the endless 64-bit words belonging to one chance outcome, or to one lot of another kind."""
    block = 0
    while True:
        message = kind + number.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.digest(key, message, "sha256")
        for at in range(0, len(digest), 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


def _below(words: Iterator[int], total: int) -> int:
    """Give a number from 0 to total - 1, each equally likely: words that would favour some are passed over."""
    fair = _WORD - _WORD % total
    for word in words:
        if word < fair:
            return word % total
    raise AssertionError("words never end")


def draw(key: bytes, number: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
    """Give the outcome of the match's chance event `number` (counted from 0), exactly by its odds."""
    left = _below(_words(key, number), sum(weights))
    for outcome, weight in zip(outcomes, weights, strict=True):
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("weights are positive")
