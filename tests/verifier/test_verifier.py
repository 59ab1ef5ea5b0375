"""A stranger's verifier, written from docs/fair-dealing.md alone, and `ochaya verify` agree on deals and cheats."""

from __future__ import annotations

import copy
import json
import random
import secrets
from math import log2
from pathlib import Path
from typing import Any

import pytest

from ochaya.core import dealing
from ochaya.core.game import CHANCE, Game
from ochaya.core.history import History
from ochaya.core.record_text import write_match
from tests.cli.conftest import Ochaya
from tests.support import each_game
from tests.verifier.verifier import (
    commitment_of,
    deal_key_of,
    outcome_of,
    seating_of,
    verify,
    verify_remembered,
    verify_replay,
)

COUNTS = [10, pytest.param(200, marks=pytest.mark.deep)]
SURE = 40.0
"""Bits of luck in a deal from which on it cannot come out the same under another deal key by accident."""


def played(game: Game, number: int) -> History:
    """Play one match at random: set-ups in turn, by one key or by all sides, seats drawn or not."""
    rng = random.Random(f"{game.name} {number}")
    options = game.complete(list(game.setups.values())[number % len(game.setups)])
    chairs, key = game.seats(options), rng.randbytes(32)
    luck = None
    if rng.random() < 0.7:
        devices = [rng.randbytes(32) for _ in range(chairs)]
        luck = dealing.Luck(key, tuple(rng.choice([None, *devices]) for _ in range(chairs)))
    match = History(game, options, [f"P{seat}" for seat in range(chairs)], luck.deal_key if luck else key)
    if luck:
        match.luck, match.seating = luck, luck.seating() if rng.random() < 0.6 else None
    while not match.is_over:
        if match.actor == CHANCE:
            match.deal()
        else:
            match.play(rng.choice(match.legal()))
    return match


def deal_of(text: str, match: History) -> dict[str, Any]:
    """Read a record by section 5 and ask the rules for the odds: what `…/deal` would say of it."""
    lines = text.splitlines()
    words = [line.split(" ") for line in lines]
    named = {line[0]: line[1:] for line in words if len(line) > 1}
    parts = [line[2] if line[1] == "device" else None for line in words if line[0] == "contribution"]
    draws, game = [], match.game
    state = game.start(match.options)
    for line in (line for line in words if line[0].isdecimal()):
        odds = game.outcome_odds(state[0]) if line[1] == "chance" else None
        legal = odds[0] if odds else game.legal_ids(state[0])
        action = next(one for one in legal if game.notation(one) == line[2])
        if odds:
            outcomes, weights = odds
            step = int(line[0]) - 1
            draws.append({"step": step, "outcomes": outcomes, "weights": weights, "taken": action})
        game.apply(state[0], action)
    return {
        "version": 2 if named.get("deal") == ["2"] else 1, "lesson": False, "commitment": named["commitment"][0],
        "key": named["key"][0], "contributions": parts,
        "seating": seating_in(named.get("seating")), "draws": draws,
    }


def seating_in(words: list[str] | None) -> list[int] | str | None:
    """Give what the line of the seating says."""
    return "laid" if words == ["laid"] else [int(seat) for seat in words] if words is not None else None


def bits(deal: dict[str, Any]) -> float:
    """Say how unlikely this very deal is."""
    return sum(log2(sum(one["weights"]) / one["weights"][one["outcomes"].index(one["taken"])]) for one in deal["draws"])


def is_fair(ochaya: Ochaya, folder: Path, text: str, *options: str) -> bool:
    """Ask `ochaya verify`; a record that it refuses to read is not fair either."""
    path = folder / "match.ochaya"
    path.write_text(text, encoding="utf-8")
    said = ochaya("verify", path, "--json", *options)
    assert said.code in (0, 1, 2)
    assert said.code == 2 or json.loads(said.out)["ok"] is (said.code == 0)
    return said.code == 0


def other_hex(rng: random.Random) -> str:
    return rng.randbytes(32).hex()


@pytest.mark.parametrize("count", COUNTS)
@each_game
def test_both_verifiers_agree(ochaya: Ochaya, tmp_path: Path, game: Game, count: int) -> None:
    versions = set()
    for number in range(count):
        match, rng = played(game, number), random.Random(number)
        text = write_match(match)
        deal = deal_of(text, match)
        versions.add(deal["version"])
        assert len(deal["draws"]) == sum(step.actor == CHANCE for step in match.steps)
        assert (verify(deal), is_fair(ochaya, tmp_path, text)) == ([], True), (game.name, number)

        changed_key = text.replace(f"key {deal['key']}", f"key {other_hex(rng)}")
        changed_commitment = text.replace(deal["commitment"], other_hex(rng))
        for cheat in (changed_key, changed_commitment):
            assert verify(deal_of(cheat, match)), (game.name, number)
            assert not is_fair(ochaya, tmp_path, cheat), (game.name, number)

        for sent in {one for one in deal["contributions"] if one}:
            remembered = tuple(chair for chair, one in enumerate(deal["contributions"]) if one == sent)
            bots = tuple(chair for chair, one in enumerate(deal["contributions"]) if one is None)
            assert verify_remembered(deal, deal["commitment"], sent, remembered, bots) == []
            for instead in (f"contribution device {other_hex(rng)}", "contribution house"):
                cheat = text.replace(f"contribution device {sent}", instead)
                found = verify(deal_of(cheat, match))
                assert bool(found) is not is_fair(ochaya, tmp_path, cheat), (game.name, number)
                assert found or bits(deal) < SURE, (game.name, number)
                assert verify_remembered(deal_of(cheat, match), deal["commitment"], sent, remembered)
                assert not is_fair(ochaya, tmp_path, cheat, "--contribution", sent)
    assert versions == {1, 2}


@pytest.mark.parametrize("count", COUNTS)
@each_game
def test_a_swapped_draw_is_caught_by_both(ochaya: Ochaya, tmp_path: Path, game: Game, count: int) -> None:
    swapped = 0
    for number in range(count):
        match, rng = played(game, number), random.Random(number)
        deal = deal_of(write_match(match), match)
        open_draws = [at for at, one in enumerate(deal["draws"]) if len(one["outcomes"]) > 1]
        if not open_draws:
            continue
        at = rng.choice(open_draws)
        draw = deal["draws"][at]
        cut = match.at(draw["step"])
        cut.luck, cut.seating = match.luck, match.seating
        cut.play(rng.choice([one for one in draw["outcomes"] if one != draw["taken"]]))
        cheat = write_match(cut, secret_key=True)
        found = verify(deal_of(cheat, match))
        assert len(found) == 1, (game.name, number, found)
        assert found[0].startswith(f"draw {at}: ")
        assert not is_fair(ochaya, tmp_path, cheat), (game.name, number)
        swapped += 1
    assert swapped >= count // 2


@pytest.mark.parametrize("count", COUNTS)
@each_game
def test_seats_that_were_chosen_are_caught_by_both(ochaya: Ochaya, tmp_path: Path, game: Game, count: int) -> None:
    for number in range(count):
        match = played(game, number)
        text = write_match(match)
        deal = deal_of(text, match)
        chairs = game.seats(match.options)
        line = f"commitment {deal['commitment']}"
        if deal["version"] == 1:
            seats = seating_of(bytes.fromhex(deal["key"]), chairs)
            cheat = text.replace(line, f"{line}\nseating {' '.join(map(str, seats))}")
        elif deal["seating"] != "laid" and chairs > 1:
            right = " ".join(map(str, deal["seating"]))
            cheat = text.replace(f"seating {right}", f"seating {' '.join(map(str, reversed(deal['seating'])))}")
        else:
            continue
        assert [one.split(":")[0] for one in verify(deal_of(cheat, match))] == ["seating"], (game.name, number)
        assert not is_fair(ochaya, tmp_path, cheat), (game.name, number)


@each_game
def test_a_seating_that_is_left_out_is_refused_by_both(ochaya: Ochaya, tmp_path: Path, game: Game) -> None:
    kinds = set()
    for number in range(10):
        match = played(game, number)
        if not match.luck:
            continue
        kinds.add(match.seating is None)
        text = write_match(match)
        cheat = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("seating "))
        assert cheat != text
        assert [one.split(":")[0] for one in verify(deal_of(cheat, match))] == ["seating"], (game.name, number)
        assert not is_fair(ochaya, tmp_path, cheat), (game.name, number)
    assert kinds == {True, False}


@each_game
def test_lots_that_were_not_drawn_are_seen_by_who_remembers_that_they_were_to_be(
    ochaya: Ochaya, tmp_path: Path, game: Game
) -> None:
    for number in range(10):
        match = played(game, number)
        if not match.luck or match.seating is None:
            continue
        text, chairs = write_match(match), range(match.seats)
        deal, commitment = deal_of(text, match), match.luck.commitment
        assert is_fair(ochaya, tmp_path, text, "--drawn")
        assert verify_remembered(deal, commitment, None, (0,), drawn=True, sat=(match.seating[0],)) == []
        for elsewhere in (one for one in chairs if one != match.seating[0]):
            assert verify_remembered(deal, commitment, None, (0,), drawn=True, sat=(elsewhere,))
        cheat = text.replace(f"seating {' '.join(map(str, match.seating))}\n", "seating laid\n")
        assert verify(deal_of(cheat, match)) == [], "the record alone cannot tell"
        assert is_fair(ochaya, tmp_path, cheat)
        assert verify_remembered(deal_of(cheat, match), commitment, drawn=True)
        assert verify_remembered(deal, commitment, drawn=False)
        assert not is_fair(ochaya, tmp_path, cheat, "--drawn")


def test_a_key_that_was_tried_out_is_seen_only_by_who_remembers(ochaya: Ochaya, tmp_path: Path) -> None:
    from ochaya.games import game as find_game

    match = played(find_game("hanamikoji"), 0)
    text = write_match(match)
    deal, promised = deal_of(text, match), secrets.token_hex(32)
    assert verify(deal) == []
    assert verify_remembered(deal, promised) == ["commitment: it is not the remembered one"]
    assert is_fair(ochaya, tmp_path, text, "--commitment", deal["commitment"])
    assert not is_fair(ochaya, tmp_path, text, "--commitment", promised)


def test_the_worked_example() -> None:
    key, sent = bytes(range(32)), bytes(range(0x40, 0x60)).hex()
    assert commitment_of(key) == "4a21243f1ec126ad9fea7aa718fefa29b367992f76422999c038501e4fab57bf"
    deal_key = deal_key_of(key, [sent, None])
    assert deal_key.hex() == "0a82b5ec5b5e670f879399c2be049514c8eaaf569dc04dfe6a29be10997d3b02"
    assert seating_of(deal_key, 2) == [1, 0]
    assert [outcome_of(deal_key, number, [3, 5, 9], [1, 2, 4]) for number in range(3)] == [5, 9, 9]


def test_draws_that_are_not_those_of_the_replay() -> None:
    draws = [{"step": 1, "taken": 5}]
    steps = [{"actor": "seat0", "action": {"id": 2}}, {"actor": "chance", "action": {"id": 5}}]
    assert verify_replay({"draws": draws}, {"steps": steps}) == []
    assert verify_replay({"draws": []}, {"steps": steps})
    assert verify_replay({"draws": [{"step": 1, "taken": 6}]}, {"steps": steps})


@pytest.mark.parametrize(("field", "value", "told"), [
    ("key", None, "key"), ("key", "AB" * 32, "key"), ("version", 3, "version"), ("version", True, "version"),
    ("contributions", [], "contributions"), ("contributions", ["ab"], "contributions"), ("draws", None, "draws"),
    ("seating", [0], "seating"), ("seating", None, "seating"), ("seating", "drawn", "seating"),
    ("draws", [{"step": 0, "outcomes": [5, 3], "weights": [1, 1], "taken": 3}], "draw 0"),
    ("draws", [{"step": 0, "outcomes": [3], "weights": [0], "taken": 3}], "draw 0"),
    ("draws", [{"step": 1, "outcomes": [3], "weights": [1], "taken": 3}] * 2, "draw 1"),
])
def test_a_malformed_deal_is_told_not_raised(field: str, value: object, told: str) -> None:
    key = bytes(32)
    fair: dict[str, Any] = {
        "version": 2, "lesson": False, "commitment": commitment_of(key), "key": key.hex(),
        "contributions": [None, None], "seating": "laid", "draws": [],
    }
    assert verify(fair) == []
    assert [one.split(":")[0] for one in verify({**copy.deepcopy(fair), field: value})] == [told]
