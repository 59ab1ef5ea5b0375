"""Every game of the register can be played to its end at the terminal, in every setup, and replayed."""

from __future__ import annotations

import re
from pathlib import Path

from ochaya.cli.records import load_match
from ochaya.cli.texts import LANGUAGES
from tests.cli.conftest import Ochaya
from tests.support import Case, each_case

RAW = re.compile(r"(?m)^\s*(?:•\s*)?[a-z][\w-]*(?:\.[a-z][\w-]*)+$|\{[a-z_]+\}")
"""A line that is nothing but a key, or a parameter that was not filled in."""


@each_case
def test_it_is_played_saved_and_shown_again(ochaya: Ochaya, case: Case, tmp_path: Path) -> None:
    path = tmp_path / "kept.ochaya"
    lang = LANGUAGES[sum(map(ord, str(case))) % len(LANGUAGES)]
    chosen = [part for name, value in case.options.items() for part in ("-o", f"{name}={value}")]
    said = ochaya(
        "play", case.game.name, *chosen, "--bot", "uniform", "--seed", "tea", "--save", path, "--lang", lang,
        typed="1\n" * 5000)
    assert said.code == 0, said.err
    match = load_match(path)
    assert match.is_over
    assert RAW.findall(said.out) == []
    again = ochaya("replay", path, "--lang", lang)
    assert again.code == 0, again.err
    assert RAW.findall(again.out) == []
    assert ochaya("verify", path).code == 0
