"""docs/training.md: its commands are commands, and the small one does what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ochaya.cli.app import app

PAGE = Path(__file__).parent.parent.parent / "docs" / "training.md"
COMMANDS = re.findall(r"^ochaya (train|exploit) (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)


def test_the_small_run_leaves_checkpoint_card_and_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text("[afterstates]\nnotes = 256\ncandidates = 4\n")
    verb, rest = COMMANDS[0]
    assert verb == "train"
    words = shlex.split(rest.replace("--seconds 600", "--decisions 300 --recipe small.toml --matches 20 --lang en"))
    app([verb, *words], standalone_mode=False)
    told = capsys.readouterr().out
    assert "decisions a second" in told
    assert "value loss" in told
    assert "Done: two.npz" in told
    assert {path.name for path in tmp_path.iterdir()} == {"small.toml", "two.npz", "two.json", "two.svg"}


@pytest.mark.parametrize(("verb", "rest"), COMMANDS)
def test_every_command_of_the_page_can_be_asked_for_help(
    verb: str, rest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    app([verb, "--help"], standalone_mode=False)
    known = capsys.readouterr().out
    for word in shlex.split(rest):
        if word.startswith("--"):
            assert word in known


def test_a_wrong_wish_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "one")
    assert app(["train", "ingenious", "--setup", "five", "--out", out, "--lang", "en"], standalone_mode=False) == 2
    assert capsys.readouterr().err.count("\n") == 1
    (tmp_path / "one.npz").write_bytes(b"dear")
    assert app(["train", "ingenious", "--out", out, "--lang", "de"], standalone_mode=False) == 2
    assert "gibt es schon" in capsys.readouterr().err
