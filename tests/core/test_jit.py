"""Compiling: cached on disk in a folder named by all the code was made from, and told while it happens.

Most of these work on a small copy of the package in a temporary folder, so that its sources can be edited.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ochaya.core import jit
from tests.core import kernels

TOY = """
from ochaya.core.jit import rule

@rule
def step(n: int) -> int:
    return n + {amount}
"""
ALGORITHM = """
def twice(start):
    return step(step(start))

def four_times(start):
    return twice(twice(start))
"""
PROBE = """
import json, sys
from ochaya.core import jit
from ochaya.games.toy import step
from ochaya.search import twice, four_times
told = []
with jit.report_compiling(told.append):
    family = jit.specialise_all([twice, four_times], "toy", step=step)
    result = int(family["four_times"](10))
print(json.dumps({
    "result": result, "told": told, "folder": jit.cache_folder(("games/toy",)).name,
    "both": jit.cache_folder(("games/toy", "search")).name, "core": jit.cache_folder(()).name,
    "other": jit.cache_folder(("games/other",)).name, "compiled": jit.is_compiled(),
    "hits": {name: sum(fn.stats.cache_hits.values()) for name, fn in family.items()} if jit.is_compiled() else {},
}))
"""


class Copy:
    """A tiny package `ochaya` with our real core and two toy games."""

    def __init__(self, root: Path) -> None:
        self.root, self.package = root, root / "src" / "ochaya"
        shutil.copytree(jit.PACKAGE / "core", self.package / "core", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("__init__.py", "")
        self.write("games/__init__.py", "")
        self.write("games/toy/__init__.py", TOY.format(amount=1))
        self.write("games/other/__init__.py", TOY.format(amount=5))
        self.write("search/__init__.py", ALGORITHM)

    def write(self, path: str, text: str) -> None:
        """Write one source file, as an editor would."""
        file = self.package / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def probe(self, **environment: str) -> dict[str, Any]:
        """Start Python on the copy, compile, and report what happened."""
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
        env = inherited | {"PYTHONPATH": str(self.root / "src"), "OCHAYA_CACHE": str(self.root / "cache")} | environment
        run = subprocess.run([sys.executable, "-c", PROBE], env=env, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        report: dict[str, Any] = json.loads(run.stdout)
        return report


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_the_second_start_takes_everything_from_the_disk(copy: Copy) -> None:
    cold, warm = copy.probe(), copy.probe()
    assert cold["result"] == warm["result"] == 14
    assert any("twice" in name for name in cold["told"])
    assert cold["hits"] == {"twice": 0, "four_times": 0}
    assert warm["hits"]["four_times"] == 1
    assert warm["told"] == []


def test_an_edit_in_the_game_is_never_missed_by_the_algorithm(copy: Copy) -> None:
    before = copy.probe()
    copy.write("games/toy/__init__.py", TOY.format(amount=3))
    after = copy.probe()
    assert (before["result"], after["result"]) == (14, 22)
    assert before["folder"] != after["folder"]
    assert before["both"] != after["both"]


def test_an_edit_elsewhere_keeps_what_was_compiled(copy: Copy) -> None:
    before = copy.probe()
    copy.write("games/other/__init__.py", TOY.format(amount=9))
    copy.write("games/__init__.py", "# a new line in the register")
    after = copy.probe()
    assert before["folder"] == after["folder"]
    assert before["core"] == after["core"]
    assert before["other"] != after["other"]
    assert after["hits"]["four_times"] == 1


def test_an_edit_in_core_changes_every_folder(copy: Copy) -> None:
    before = copy.probe()
    file = copy.package / "core" / "rng.py"
    file.write_text(file.read_text() + "\n# edited\n")
    after = copy.probe()
    folders = ("folder", "both", "core", "other")
    assert not {before[name] for name in folders} & {after[name] for name in folders}


def test_code_with_bounds_checks_has_its_own_folder(copy: Copy) -> None:
    assert copy.probe()["folder"] != copy.probe(NUMBA_BOUNDSCHECK="1")["folder"]


def test_everything_runs_uncompiled_and_leaves_no_cache(copy: Copy) -> None:
    report = copy.probe(NUMBA_DISABLE_JIT="1")
    assert (report["result"], report["compiled"], report["told"]) == (14, False, [])
    assert not list(copy.root.glob("cache/**/*.nbi"))


def test_folders_unused_for_a_month_are_forgotten_and_others_kept(copy: Copy) -> None:
    cache = copy.root / "cache"
    old, recent, unrelated = cache / "games.toy-old", cache / "games.toy-new", cache / "games.tea-old"
    for folder in (old, recent, unrelated):
        folder.mkdir(parents=True)
    month_ago = time.time() - 86400 * (jit.STALE_AFTER_DAYS + 1)
    os.utime(old, (month_ago, month_ago))
    os.utime(unrelated, (month_ago, month_ago))
    copy.probe()
    assert not old.exists()
    assert recent.exists()
    assert unrelated.exists()


def test_ochaya_cache_moves_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OCHAYA_CACHE", str(tmp_path / "here"))
    assert jit.cache_root() == tmp_path / "here"
    monkeypatch.delenv("OCHAYA_CACHE")
    assert jit.cache_root().parts[-2:] == ("ochaya", "compiled")


def one_more(n: int) -> int:
    return n + 1


def ten_times(n: int) -> int:
    return n * 10


def test_an_algorithm_is_compiled_for_each_game_apart() -> None:
    one = jit.specialise(kernels.twice, "no_such_game", step=jit.rule(one_more))
    other = jit.specialise(kernels.twice, "another", step=jit.rule(ten_times))
    assert (one(1), other(1)) == (3, 100)
    assert "no_such_game" in one.__qualname__


def test_a_family_may_call_its_earlier_members() -> None:
    family = jit.specialise_all([kernels.twice, kernels.four_times], "no_such_game", step=jit.rule(one_more))
    assert family["four_times"](0) == 4


def test_the_parts_of_the_package_are_told_apart() -> None:
    assert jit._part("ochaya.games.hanamikoji.rules") == "games/hanamikoji"
    assert jit._part("ochaya.games.hanamikoji") == "games/hanamikoji"
    assert jit._part("ochaya.games.hanamikoji.mind.sense") == "games/hanamikoji"
    assert jit._part("ochaya.search.tree") == "search"
    assert jit._part("ochaya.core.rng") == "core"
    assert jit._part("tests.core.kernels") == ""
