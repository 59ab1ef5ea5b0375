"""The wheel holds everything that an installed house needs: code, types and the texts of every language."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from ochaya.cli.texts import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]


def test_the_texts_are_inside_and_found(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    assert {f"ochaya/locales/{language}/site.json" for language in LANGUAGES} <= names
    assert {"ochaya/py.typed", "ochaya/cli/app.py", "ochaya/games/hanamikoji/rules.py"} <= names
    assert not any(name.startswith(("tests/", "tools/")) for name in names)
    source = "from ochaya.cli import texts; print(texts.folder(), texts.Texts('pl', 'site').has('error.unknown-game'))"
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "installed")}, check=True,
        capture_output=True, text=True)
    assert done.stdout.split() == [str(tmp_path / "installed" / "ochaya" / "locales"), "True"]
