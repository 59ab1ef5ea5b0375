"""In a real (pseudo-)terminal: a whole match by typing, and Ctrl-C."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ochaya.cli.records import load_match
from tests.cli.terminal import Screen

PROMPT = "\n› "
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")


def test_a_whole_match_by_typing(tmp_path: Path) -> None:
    path = tmp_path / "kept.ochaya"
    play = ("play", "hanamikoji", "--bot", "uniform", "--seed", "leaf", "--save", str(path))
    with Screen(*play, OCHAYA_DATA=str(tmp_path)) as screen:
        turns = 0
        while screen.wait_for(PROMPT, "The record:") == PROMPT:
            screen.type("1\n")
            turns += 1
            assert turns < 200, "the match does not end"
        assert screen.code() == 0
    assert load_match(path).is_over


def test_ctrl_c_stops_at_once_and_keeps_the_match(tmp_path: Path) -> None:
    path = tmp_path / "kept.ochaya"
    with Screen("play", "_template", "--bot", "uniform", "--save", str(path), OCHAYA_DATA=str(tmp_path)) as screen:
        screen.wait_for(PROMPT)
        screen.interrupt()
        assert screen.code() == 130
        assert "Traceback" not in screen.text
    assert not path.exists()
    play = ("play", "hanamikoji", "--bot", "uniform", "-o", "first=0", "--save", str(path))
    with Screen(*play, OCHAYA_DATA=str(tmp_path)) as screen:
        screen.wait_for(PROMPT)
        screen.type("secret\n")
        screen.wait_for(PROMPT)
        screen.type("1\n")
        screen.wait_for(PROMPT)
        screen.interrupt()
        assert screen.code() == 130
        assert "Traceback" not in screen.text
        assert "ochaya play --resume" in screen.text
    assert len(load_match(path).steps) > 13
