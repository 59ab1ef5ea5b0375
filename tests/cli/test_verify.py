"""`ochaya verify` recomputes the deal and names the first outcome that differs."""

from __future__ import annotations

import json
from pathlib import Path

from ochaya.core import dealing
from ochaya.core.game import CHANCE
from ochaya.core.history import History
from ochaya.core.record_text import write_match
from ochaya.games import game as find_game
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

    match = load_match(finished)
    assert match.key is not None
    last = max(at for at, step in enumerate(match.steps) if step.actor == CHANCE)
    shorter = match.at(last)
    honest = match.steps[last].action
    other = next(action for action in shorter.legal() if action != honest)
    shorter.play(other)
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


# -- deals by both sides, and houses that cheat ----------------------------------------------------------------------

SENT = bytes(range(32))


def dealt_by_both(house: str = "house", sent: bytes | None = SENT) -> History:
    """A match of the template game, dealt under the house's key and one device's contribution, seats by lot."""
    luck = dealing.Luck(dealing.key_from_seed(house), (sent, None))
    match = History(find_game("_template"), {}, ["Ann", "adept (bot)"], luck.deal_key)
    match.luck, match.seating = luck, luck.seating()
    while not match.is_over:
        if match.actor == CHANCE:
            match.deal()
        else:
            match.play(match.legal()[0])
    return match


def verified(ochaya: Ochaya, folder: Path, text: str, **remembered: str) -> tuple[int, list[str]]:
    """Verify a record with what a device remembers: the exit code and the faults."""
    path = folder / "match.ochaya"
    path.write_text(text, encoding="utf-8")
    options = [word for name, value in remembered.items() for word in (f"--{name}", value)]
    said = ochaya("verify", path, *options, "--json")
    return said.code, json.loads(said.out)["faults"] if said.out else [said.err]


def test_a_deal_by_both_sides_passes(ochaya: Ochaya, tmp_path: Path) -> None:
    match = dealt_by_both()
    assert match.commitment
    text = write_match(match)
    assert verified(ochaya, tmp_path, text, commitment=match.commitment, contribution=SENT.hex()) == (0, [])
    assert "for 1 of 2 chairs" in ochaya("verify", tmp_path / "match.ochaya").out


def test_keys_that_were_tried_are_found_out(ochaya: Ochaya, tmp_path: Path) -> None:
    promised = dealt_by_both().commitment
    assert promised
    ground = write_match(dealt_by_both("another"))
    assert verified(ochaya, tmp_path, ground) == (0, []), "in itself it is a good deal"
    assert verified(ochaya, tmp_path, ground, commitment=promised) == (1, ["other-commitment"])
    pretended = ground.replace(f"commitment {dealt_by_both('another').commitment}", f"commitment {promised}")
    code, complaint = verified(ochaya, tmp_path, pretended)
    assert code == 2
    assert "the key that the commitment fixes" in complaint[0]


def test_a_changed_or_left_out_contribution_is_found_out(ochaya: Ochaya, tmp_path: Path) -> None:
    for changed in (dealt_by_both(sent=bytes(32)), dealt_by_both(sent=None)):
        faults = verified(ochaya, tmp_path, write_match(changed), contribution=SENT.hex())
        assert faults == (1, ["no-contribution"])
    edited = write_match(dealt_by_both()).replace(SENT.hex(), bytes(32).hex())
    assert verified(ochaya, tmp_path, edited)[0] == 1


def test_a_chosen_seat_is_found_out(ochaya: Ochaya, tmp_path: Path) -> None:
    match = dealt_by_both()
    assert match.seating
    match.seating.reverse()
    assert verified(ochaya, tmp_path, write_match(match)) == (1, ["seating"])
    assert "where the lot put them" in ochaya("verify", tmp_path / "match.ochaya").out


def test_a_seating_that_is_left_out_is_refused(ochaya: Ochaya, tmp_path: Path) -> None:
    match = dealt_by_both()
    lines = write_match(match).splitlines(keepends=True)
    code, complaint = verified(ochaya, tmp_path, "".join(line for line in lines if not line.startswith("seating ")))
    assert code == 2
    assert "seating" in complaint[0]
    match.seating = None
    assert verified(ochaya, tmp_path, write_match(match)) == (0, [])
    assert "Nobody drew lots for the seats" in ochaya("verify", tmp_path / "match.ochaya").out
    said = ochaya("verify", tmp_path / "match.ochaya", "--drawn")
    assert said.code == 1
    assert "no lots were drawn" in said.out
