"""A verifier of fair deals, written by a stranger from docs/fair-dealing.md alone, with the standard library.

It imports nothing of the project and shares no line with it. Keep it so.
`record` is the JSON of `GET /api/tables/{id}/deal` (section 5).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

HEX32: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
WORDS: Final = 1 << 64


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and HEX32.fullmatch(value) is not None


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def commitment_of(house_key: bytes) -> str:
    """The commitment of a house key (section 3)."""
    return hashlib.sha256(b"ochaya commitment\x00" + house_key).hexdigest()


def deal_key_of(house_key: bytes, contributions: list[str | None]) -> bytes:
    """The deal key of version 2 (section 3)."""
    message = b"ochaya deal key\x00" + bytes([len(contributions)])
    for chair, contribution in enumerate(contributions):
        if contribution is None:
            message += b"\x00" + _hmac(house_key, b"ochaya house part\x00" + bytes([chair]))
        else:
            message += b"\x01" + bytes.fromhex(contribution)
    return _hmac(house_key, message)


def _words(deal_key: bytes, kind: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        data = _hmac(deal_key, kind + b"\x00" + _u64(number) + _u64(block))
        for at in range(0, 32, 8):
            yield int.from_bytes(data[at : at + 8], "big")
        block += 1


def number_below(deal_key: bytes, kind: bytes, number: int, total: int) -> int:
    """A number below `total` (section 4)."""
    bound = WORDS - WORDS % total
    return next(word % total for word in _words(deal_key, kind, number) if word < bound)


def outcome_of(deal_key: bytes, number: int, outcomes: list[int], weights: list[int]) -> int:
    """The outcome of the step of chance with this number (section 4)."""
    x = number_below(deal_key, b"ochaya deal", number, sum(weights))
    for outcome, weight in zip(outcomes, weights, strict=True):
        x -= weight
        if x < 0:
            return outcome
    raise AssertionError("x is below the sum of the weights")


def seating_of(deal_key: bytes, chairs: int) -> list[int]:
    """The seat of each chair (section 4)."""
    left = list(range(chairs))
    return [left.pop(number_below(deal_key, b"ochaya seat", chair, len(left))) for chair in range(chairs)]


def _contributions(record: dict[str, Any], wrong: list[str]) -> list[str | None] | None:
    version, told = record.get("version"), record.get("contributions")
    if version not in (1, 2) or not _is_int(version):
        wrong.append(f"version: {version!r} is neither 1 nor 2")
        return None
    if not isinstance(told, list):
        wrong.append("contributions: not a list")
        return None
    if version == 1:
        if told:
            wrong.append("contributions: there are some, but version 1 has none")
        return [] if not told else None
    if not 1 <= len(told) <= 255:
        wrong.append(f"contributions: {len(told)} chairs")
        return None
    bad = [chair for chair, value in enumerate(told) if value is not None and not _is_hex(value)]
    wrong.extend(f"contributions: chair {chair} has no 32 bytes" for chair in bad)
    return None if bad else told


def _check_seating(record: dict[str, Any], deal_key: bytes, chairs: int, wrong: list[str]) -> None:
    seating = record.get("seating")
    if not chairs:
        if seating is not None:
            wrong.append("seating: version 1 draws no seats")
    elif seating is None:
        wrong.append("seating: version 2 says where everybody sat, or that no lots were drawn")
    elif seating == "laid":
        return
    elif not isinstance(seating, list) or not all(_is_int(seat) for seat in seating) or not seating:
        wrong.append("seating: not a list of seats")
    elif len(seating) != chairs:
        wrong.append(f"seating: {len(seating)} seats for {chairs} chairs")
    elif seating != (due := seating_of(deal_key, len(seating))):
        wrong.append(f"seating: {seating}, but {due} follows from the keys")


def _draw_malformed(draw: object) -> str | None:
    if not isinstance(draw, dict):
        return "not a draw"
    outcomes, weights = draw.get("outcomes"), draw.get("weights")
    if not isinstance(outcomes, list) or not isinstance(weights, list) or not outcomes:
        return "no outcomes or no weights"
    if len(outcomes) != len(weights):
        return f"{len(outcomes)} outcomes, but {len(weights)} weights"
    if not all(_is_int(outcome) for outcome in outcomes):
        return "an outcome that is no number"
    if not all(_is_int(weight) and weight > 0 for weight in weights):
        return "a weight that is no positive whole number"
    if sum(weights) > WORDS:
        return "weights that no word can reach"
    if any(a >= b for a, b in pairwise(outcomes)):
        return "outcomes that do not ascend"
    if not _is_int(draw.get("step")) or draw["step"] < 0:
        return "no step"
    return None


def _check_draws(record: dict[str, Any], deal_key: bytes, wrong: list[str]) -> None:
    draws = record.get("draws")
    if not isinstance(draws, list):
        wrong.append("draws: not a list")
        return
    last = -1
    for number, draw in enumerate(draws):
        if (malformed := _draw_malformed(draw)) is not None:
            wrong.append(f"draw {number}: {malformed}")
            continue
        if draw["step"] <= last:
            wrong.append(f"draw {number}: step {draw['step']} does not come after step {last}")
        last = max(last, draw["step"])
        due = outcome_of(deal_key, number, draw["outcomes"], draw["weights"])
        if not _is_int(draw.get("taken")) or draw["taken"] != due:
            wrong.append(f"draw {number}: {draw.get('taken')!r} happened at step {draw['step']}, but {due} was drawn")


def verify(record: dict[str, Any]) -> list[str]:
    """What is wrong with a deal, as anybody can see it (checks 1, 4 and 5 of section 6); empty: the deal is fair.

    A lesson is reckoned like any other deal and is not reported here: ask `record["lesson"]`.
    """
    wrong: list[str] = []
    if not _is_hex(record.get("key")):
        return ["key: no 32 bytes are revealed"]
    house_key = bytes.fromhex(record["key"])
    if record.get("commitment") != commitment_of(house_key):
        wrong.append("commitment: it is not the key's")
    contributions = _contributions(record, wrong)
    if contributions is None:
        return wrong
    deal_key = house_key if record["version"] == 1 else deal_key_of(house_key, contributions)
    _check_seating(record, deal_key, len(contributions), wrong)
    _check_draws(record, deal_key, wrong)
    return wrong


def verify_remembered(
    record: dict[str, Any],
    commitment: str,
    contribution: str | None = None,
    chairs: tuple[int, ...] = (),
    bots: tuple[int, ...] = (),
    *,
    drawn: bool | None = None,
    sat: tuple[int, ...] | None = None,
) -> list[str]:
    """What is wrong by what a device remembers (checks 2, 3 and 4 of section 6).

    `chairs`: those the device holds (empty: it joined and does not know), `bots`: those where it put bots when
    it laid the table. `drawn`: whether lots were to be drawn for the seats, `sat`: the seats it then sat in.
    """
    wrong: list[str] = []
    if record.get("commitment") != commitment:
        wrong.append("commitment: it is not the remembered one")
    told: list[Any] = record.get("contributions") or []
    if contribution is not None and contribution not in told:
        wrong.append("contributions: the remembered one is not among them")
    if contribution is not None:
        wrong.extend(
            f"contributions: chair {chair} does not hold the remembered one"
            for chair in chairs
            if not 0 <= chair < len(told) or told[chair] != contribution
        )
    wrong.extend(
        f"contributions: the bot's chair {chair} does not hold the house's part"
        for chair in bots
        if not 0 <= chair < len(told) or told[chair] is not None
    )
    seating = record.get("seating")
    if drawn is not None and drawn is not isinstance(seating, list):
        wrong.append("seating: lots were not drawn as they should have been")
    elif isinstance(seating, list) and sat is not None and {seating[chair] for chair in chairs} != set(sat):
        wrong.append("seating: the device sat elsewhere than the lot put it")
    return wrong


def verify_replay(record: dict[str, Any], replay: dict[str, Any]) -> list[str]:
    """Where the draws are not those of the replay, `GET /api/tables/{id}/replay` (section 5, check 5 of section 6)."""
    shown = [(at, step["action"]["id"]) for at, step in enumerate(replay["steps"]) if step["actor"] == "chance"]
    drawn = [(draw["step"], draw["taken"]) for draw in record["draws"]]
    return [] if shown == drawn else ["draws: they are not those of the replay"]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        found = verify(json.load(file))
    print("\n".join(found) or "fair")
    sys.exit(1 if found else 0)
