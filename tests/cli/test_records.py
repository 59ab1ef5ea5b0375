"""A record that is cut off, edited, of another version or with an illegal action names the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Ochaya


def spoil(path: Path, old: str, new: str) -> int:
    """Change one line of a record; gives its number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if old in line)
    lines[at] = new
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return at + 1


@pytest.mark.parametrize("command", ["replay", "verify", "resume"])
@pytest.mark.parametrize(("old", "new", "expected"), [
    ("ochaya match", "something else", "ochaya match 1"),
    ("game ", "game chess", "game"),
    ("version ", "version 99", "version 1"),
    ("options ", "options rounds=7", "options"),
    ("1 chance", "1 seat0 draw:fan", "1 chance"),
    ("2 chance", "3 chance draw:fan", "2 chance"),
    ("2 chance", "2 chance draw:unicorn", "an action of hanamikoji"),
    ("2 chance", "2 chance secret:fan", "legal action"),
    ("unfinished", "result 1 0", "unfinished after"),
    ("key ", "key " + "0" * 64, "the key that the commitment fixes"),
])
def test_the_line_what_was_expected_and_what_was_found(
    ochaya: Ochaya, unfinished: Path, command: str, old: str, new: str, expected: str
) -> None:
    line = spoil(unfinished, old, new)
    before = unfinished.read_bytes()
    said = ochaya(*(["play", "--resume"] if command == "resume" else [command]), unfinished)
    assert (said.code, said.out) == (2, "")
    assert f"line {line}: expected" in said.err
    assert expected in said.err
    assert new[:20] in said.err
    assert said.err.count("\n") == 1
    assert unfinished.read_bytes() == before


def test_a_record_that_is_cut_off_is_told(ochaya: Ochaya, unfinished: Path) -> None:
    text = unfinished.read_text(encoding="utf-8")
    unfinished.write_text(text[: text.index("5 chance")], encoding="utf-8")
    said = ochaya("verify", unfinished)
    assert said.code == 2
    assert "expected unfinished after 4" in said.err


def test_a_file_that_is_no_text_is_told(ochaya: Ochaya, tmp_path: Path) -> None:
    path = tmp_path / "picture.ochaya"
    path.write_bytes(b"\xff\xfe\x00\x80")
    said = ochaya("replay", path)
    assert (said.code, said.err.count("\n")) == (2, 1)


def test_languages_tell_the_line_too(ochaya: Ochaya, unfinished: Path) -> None:
    line = spoil(unfinished, "version ", "version 99")
    for lang, told in (("pl", "wiersz"), ("fr", "ligne"), ("de", "Zeile")):
        assert f"{told} {line}" in ochaya("verify", unfinished, "--lang", lang).err
