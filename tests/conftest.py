"""How the suites are shared out between processes, how their helpers report, and what several of them stand on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.clusters import local_cluster

with suppress(ValueError):  # only the main thread may; it is the one that starts programs
    # A shell ignores Ctrl-C for jobs it runs in the background, and so would every program the tests start and stop.
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest.register_assert_rewrite(
    "tests.contract.checks", "tests.contract.action_checks", "tests.contract.stride_checks", "tests.leaks.checks"
)

TESTS = Path(__file__).parent
IN_REAL_TIME = frozenset({"arena", "bots", "cli", "e2e", "server"})
"""Suites that start servers, browsers and clocks: what a busy machine made late may be tried once more.
The run names every test that was; one that is named twice has a fault of its own or has found one of ours."""


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Give a Ray cluster on this machine to a suite of `make test-ray`."""
    with local_cluster() as found:
        yield found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With `--dist loadgroup`: a game's generic tests stay in one process, which compiles it; others go by file."""
    for item in items:
        if item.path.is_relative_to(TESTS) and item.path.relative_to(TESTS).parts[0] in IN_REAL_TIME:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(str(item.path)))
