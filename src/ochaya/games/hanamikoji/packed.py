"""Seven small counters in one number, a byte each: whole-hand questions become single additions and subtractions."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.core.record import Table
from ochaya.games.hanamikoji.pieces import GEISHAS

ONES = 0x01010101010101
"""A one in each of the seven bytes."""
GUARD = 0x80 * ONES
"""The high bit of each byte: added first, it tells after a subtraction which counters did not fall below zero."""
_SEVEN_BYTES = (1 << 56) - 1


@rule
def pack(counts: Table) -> int:
    """Put a row of seven counts into one number."""
    word = 0
    for g in range(GEISHAS):
        word |= int(counts[g]) << (8 * g)
    return word


@rule
def unpack(word: int, counts: Table) -> None:
    """Write the counters of a number into a row of counts."""
    for g in range(GEISHAS):
        counts[g] = (word >> (8 * g)) & 0xFF


@rule
def card_at(word: int, at: int) -> int:
    """Find the kind of card number `at`, counted from the left through all counters."""
    passed = (int(word) * ONES) & _SEVEN_BYTES  # byte g: cards of the kinds 0 to g
    reached = ((0x80 + at) * ONES - passed) & GUARD  # high bit of byte g: card `at` lies beyond kind g
    return ((int(reached >> 7) * ONES) >> 48) & 0xFF


@rule
def holds(word: int, needed: int) -> bool:
    """Whether every counter is at least the needed one."""
    return (word + GUARD - needed) & GUARD == GUARD
