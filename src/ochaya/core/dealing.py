"""Fair dealing: chance outcomes that anybody can check once the match is over.

Before the match the dealer takes 256 bits from the operating system and publishes their SHA-256, the commitment.
The n-th chance outcome of the match is read from an HMAC-SHA256 stream under that key, so the dealer could not
change anything later. After the match the key is revealed and `check` recomputes every outcome.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

KEY_BYTES = 32
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


def _words(key: bytes, number: int) -> Iterator[int]:
    """Give the endless 64-bit words belonging to one chance outcome."""
    block = 0
    while True:
        message = b"ochaya deal\0" + number.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.digest(key, message, "sha256")
        for at in range(0, len(digest), 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


def draw(key: bytes, number: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
    """Give the outcome of the match's chance event `number` (counted from 0), exactly by its odds."""
    total = sum(weights)
    fair = _WORD - _WORD % total
    word = next(word for word in _words(key, number) if word < fair)
    left = word % total
    for outcome, weight in zip(outcomes, weights, strict=True):
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("weights are positive")
