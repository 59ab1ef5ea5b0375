"""The command line as a person uses it: arguments in, lines and an exit code out."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ochaya.cli import app


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str


Ochaya = Callable[..., Said]


@pytest.fixture
def ochaya(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ochaya:
    """Run `ochaya …` in this process, in English unless told, with its saves in a temporary folder."""
    monkeypatch.setenv("OCHAYA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "dumb")

    def run(*arguments: str | Path, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            app.run([str(argument) for argument in arguments])
        heard = capsys.readouterr()
        return Said(int(left.value.code or 0), heard.out, heard.err)

    return run


@pytest.fixture
def finished(ochaya: Ochaya, tmp_path: Path) -> Path:
    """A finished match of Hanamikoji, played by always taking the first choice."""
    path = tmp_path / "finished.ochaya"
    said = ochaya("play", "hanamikoji", "--bot", "uniform", "--seed", "tea", "--save", path, typed="1\n" * 200)
    assert said.code == 0, said.err
    return path


@pytest.fixture
def unfinished(ochaya: Ochaya, tmp_path: Path) -> Path:
    """A match of Hanamikoji left in its middle."""
    path = tmp_path / "unfinished.ochaya"
    said = ochaya("play", "hanamikoji", "--bot", "uniform", "--seed", "tea", "--save", path, typed="1\n" * 4 + "q\n")
    assert said.code == 0, said.err
    return path
