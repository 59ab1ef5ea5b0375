"""Bad input gets one clear line, exit code 2, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Ochaya


@pytest.mark.parametrize(("arguments", "told"), [
    (["play", "chess"], "There is no game chess; there are: "),
    (["play"], "Say which game"),
    (["play", "hanamikoji", "-o", "rounds=7"], "The option rounds cannot be 7; choose one of: 3, none"),
    (["play", "hanamikoji", "-o", "colour=red"], "There is no option colour"),
    (["play", "hanamikoji", "-o", "rounds"], "name=value"),
    (["play", "hanamikoji", "--seat", "2"], "There is no seat 2; seats are numbered 0 to 1"),
    (["play", "hanamikoji", "--bot", "hal"], "Nobody called hal plays here"),
    (["play", "hanamikoji", "--lang", "tlh"], "The language tlh is not spoken here; choose one of: en, pl, fr, de"),
    (["play", "--resume", "no-such-file"], "no-such-file: there is no such file"),
    (["replay", "no-such-file"], "no-such-file: there is no such file"),
    (["verify", "no-such-file"], "no-such-file: there is no such file"),
    (["verify", "."], "cannot be read"),
    (["bench", "chess"], "There is no game chess"),
    (["bench", "hanamikoji", "-o", "rounds=7"], "The option rounds cannot be 7"),
    (["games", "--lang", "xx"], "The language xx is not spoken here"),
    (["dance"], "dance"),
    (["games", "--loud"], "--loud"),
    (["replay"], "FILE"),
])
def test_one_line_and_code_2(ochaya: Ochaya, tmp_path: Path, arguments: list[str], told: str) -> None:
    said = ochaya(*arguments)
    assert (said.code, said.out) == (2, "")
    assert told.casefold() in said.err.casefold()
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("lang", "told"), [
    ("pl", "Nie ma gry szachy"), ("fr", "Le jeu szachy n’existe pas"), ("de", "Ein Spiel szachy gibt es nicht"),
])
def test_it_is_said_in_the_chosen_language(ochaya: Ochaya, lang: str, told: str) -> None:
    assert told in ochaya("play", "szachy", "--lang", lang).err


def test_a_place_where_nothing_can_be_written_is_said_at_once(ochaya: Ochaya, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = ochaya(
        "play", "hanamikoji", "--bot", "uniform", "--save", tmp_path / "file" / "x.ochaya", typed="1\n" * 200)
    assert said.code == 2
    assert "nothing can be written there" in said.err


def test_the_version_is_told(ochaya: Ochaya) -> None:
    assert ochaya("--version").out.startswith("ochaya 0.")


def test_help_names_every_command(ochaya: Ochaya) -> None:
    said = ochaya("--help")
    assert said.code == 0
    for command in ("games", "play", "bench", "replay", "verify"):
        assert command in said.out
