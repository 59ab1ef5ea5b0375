"""Real PostgreSQL and NATS, once per test process; houses of several servers on them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.cluster.houses import Cluster, Engines
from tests.server.running import Zygote

LONG_GAMES = ("ingenious", "tea_garden")
_numbers = itertools.count(1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole matches of the longer games are played at two servers in `make test-deep` only."""
    for item in items:
        if item.path.parent == Path(__file__).parent and any(name in item.name for name in LONG_GAMES):
            item.add_marker(pytest.mark.deep)


@pytest.fixture(scope="session")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engines]:
    made = Engines(tmp_path_factory.mktemp("engines"))
    yield made
    made.close()


@pytest.fixture
def found(engines: Engines, zygote: Zygote, tmp_path: Path) -> Iterator[Callable[..., Cluster]]:
    """Found a house of several servers on an empty database."""
    made: list[Cluster] = []

    def make(servers: int = 2, **settings: Any) -> Cluster:
        made.append(Cluster(engines, zygote, tmp_path / f"house{next(_numbers)}", **settings))
        for _ in range(servers):
            made[-1].start()
        return made[-1]

    yield make
    for cluster in made:
        cluster.kill()
