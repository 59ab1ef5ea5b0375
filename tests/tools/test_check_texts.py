"""The check of texts finds each kind of fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ochaya.cli.texts import LANGUAGES
from tools import check_texts


def faults_of(folder: Path, **texts: str) -> list[str]:
    for language in LANGUAGES:
        (folder / language).mkdir(parents=True, exist_ok=True)
        message = texts.get(language, texts["en"])
        (folder / language / "toy.json").write_text(json.dumps({"key": message}), encoding="utf-8")
    return list(check_texts.check(folder))


def test_our_own_texts_are_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_texts.main() == 0, capsys.readouterr().out


def test_good_texts_have_no_fault(tmp_path: Path) -> None:
    assert faults_of(
        tmp_path, en="{n, plural, one {#} other {#}}", pl="{n, plural, one {#} few {#} many {#} other {#}}") == []


@pytest.mark.parametrize(("texts", "told"), [
    ({"en": "{who} wins", "pl": "{kto} wygrywa"}, "parameters"),
    ({"en": "{n, plural, one {#} other {#}}"}, "plural form few, many is missing"),
    ({"en": "{n, plural, one {#} few {#} many {#} other {#}}"}, "en has no plural form few, many"),
    ({"en": "a", "fr": "l'{card}"}, "straight apostrophe"),
    ({"en": "a {", }, "position"),
    ({"en": "{d, date}"}, "not used here"),
    ({"en": "One moment …"}, "only German has a space before …"),
    ({"en": "Einen Moment…"}, "de/toy.json: key: a space before …"),
    ({"en": "34 %"}, "en/toy.json: key: no space before %"),
    ({"en": "34%"}, "de/toy.json: key: a no-break space (U+00A0) before %"),
    ({"en": "Vous : {n}"}, "fr/toy.json: key: a narrow no-break space (U+202F)"),
])
def test_each_fault_is_told(tmp_path: Path, texts: dict[str, str], told: str) -> None:
    assert any(told in fault for fault in faults_of(tmp_path, **texts))


def test_missing_and_extra_keys_and_files_are_told(tmp_path: Path) -> None:
    faults_of(tmp_path, en="a")
    (tmp_path / "pl" / "toy.json").write_text('{"other": "b"}', encoding="utf-8")
    assert any("key is missing" in fault for fault in check_texts.check(tmp_path))
    assert any("does not exist in en" in fault for fault in check_texts.check(tmp_path))
    (tmp_path / "pl" / "toy.json").write_text('{"key": "b", "key": "c"}', encoding="utf-8")
    assert any("stands twice" in fault for fault in check_texts.check(tmp_path))
    (tmp_path / "pl" / "toy.json").unlink()
    assert any("no file for pl" in fault for fault in check_texts.check(tmp_path))
