"""`ochaya games` and `ochaya bench`, for people and for programs."""

from __future__ import annotations

import json

import pytest

from ochaya.cli.texts import LANGUAGES, Texts
from tests.cli.conftest import Ochaya


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_are_listed_in_every_language(ochaya: Ochaya, lang: str) -> None:
    said = ochaya("games", "--lang", lang)
    assert said.code == 0, said.err
    assert Texts(lang, "hanamikoji").say("tagline")[:30] in said.out
    assert "--option rounds=" in said.out
    assert "_template" not in said.out


def test_games_are_told_to_programs(ochaya: Ochaya) -> None:
    told = json.loads(ochaya("games", "--json").out)
    hanamikoji = next(game for game in told if game["name"] == "hanamikoji")
    assert hanamikoji["seats"] == [2]
    assert hanamikoji["options"]["rounds"] == ["3", "none"]


def test_bench_measures_both_paths(ochaya: Ochaya) -> None:
    said = ochaya("bench", "hanamikoji", "--quick", "--seconds", "0.02", "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert set(found["rates"]) == {"plain", "plain-all", "fast", "fast-all"}
    assert all(rate["matches"] > 0 and rate["steps"] > rate["decisions"] > 0 for rate in found["rates"].values())
    assert all(time > 0 for time in found["nanoseconds"].values())


def test_bench_of_a_game_without_a_fast_path_leaves_it_out(ochaya: Ochaya) -> None:
    found = json.loads(ochaya("bench", "_template", "--quick", "--seconds", "0.02", "--json").out)
    assert set(found["rates"]) == {"plain", "plain-all"}


def test_bench_writes_tables_for_people_and_documents(ochaya: Ochaya) -> None:
    shown = ochaya("bench", "_template", "--seconds", "0.02", "--lang", "de")
    assert shown.code == 0, shown.err
    assert "Partien/s" in shown.out
    assert "unkompiliert" in shown.out
    text = ochaya("bench", "_template", "--quick", "--seconds", "0.02", "--markdown").out
    assert "| --- | ---: | ---: | ---: |" in text
    assert "| plain path, one core |" in text
