"""`ochaya verify` recomputes the deal and names the first outcome that differs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Ochaya


def test_an_honest_record_passes(ochaya: Ochaya, finished: Path) -> None:
    said = ochaya("verify", finished)
    assert said.code == 0, said.err
    assert "exactly as the key deals" in said.out
    answer = json.loads(ochaya("verify", finished, "--json").out)
    assert answer["ok"] is True
    assert answer["finished"] is True
    assert answer["outcomes"] > 20


def test_a_swapped_card_is_named(ochaya: Ochaya, finished: Path) -> None:
    from ochaya.cli.records import load_match
    from ochaya.core.game import CHANCE

    match = load_match(finished)
    assert match.key is not None
    last = max(at for at, step in enumerate(match.steps) if step.actor == CHANCE)
    shorter = match.at(last)
    honest = match.steps[last].action
    other = next(action for action in shorter.legal() if action != honest)
    shorter.play(other)
    from ochaya.core.record_text import write_match

    edited = finished.with_name("edited.ochaya")
    edited.write_text(write_match(shorter, secret_key=True), encoding="utf-8")
    said = ochaya("verify", edited, "--json")
    assert said.code == 1
    differs = json.loads(said.out)["differs"]
    notation = match.game.notation
    assert differs == {"step": last + 1, "expected": notation(honest), "found": notation(other)}
    plain = ochaya("verify", edited)
    assert f"step {last + 1} is {notation(other)}, but the key deals {notation(honest)}" in plain.out


def test_without_the_key_nothing_can_be_checked(ochaya: Ochaya, unfinished: Path) -> None:
    lines = [line for line in unfinished.read_text(encoding="utf-8").splitlines() if not line.startswith("key ")]
    unfinished.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = ochaya("verify", unfinished)
    assert said.code == 2
    assert "the key has not been revealed" in said.err
