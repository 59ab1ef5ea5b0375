"""One match of every game and setup does at every step what is written down in its file."""

from __future__ import annotations

import pytest

from tests.golden.writing import FOLDER, file_of, written
from tests.support import Case, cases, each_case


@each_case
def test_the_match_is_as_written_down(case: Case) -> None:
    file = file_of(case)
    assert file.exists(), f"no golden match yet: python -m tests.golden.rewrite {case.game.name}"
    old, new = file.read_text(encoding="utf-8").splitlines(), written(case).splitlines()
    for number, (before, now) in enumerate(zip(old, new, strict=False), 1):
        if before != now:
            at = file.relative_to(FOLDER)
            pytest.fail(f"{at} line {number}:\n  was {before}\n  now {now}\nIf it is meant, `make golden` rewrites.")
    assert len(old) == len(new)


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.rglob("*.txt")) == {file_of(case) for case in cases()}
