"""One zygote per test process; one common server; servers of one's own for tests that break things."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Running, Zygote


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    made = Zygote()
    yield made
    made.close()


@pytest.fixture(scope="session")
def server(zygote: Zygote, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = zygote.start(tmp_path_factory.mktemp("common") / "data", away=0.3)
    yield running
    assert running.is_alive(), running.log.read_text()[-3000:]
    running.stop()
    assert '"kind": ' not in running.log.read_text(), "the server logged a failure of its own"


@pytest.fixture
def start(zygote: Zygote, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def make(**settings: Any) -> Running:
        data = settings.pop("data", tmp_path / "data")
        started.append(zygote.start(data, **settings))
        return started[-1]

    yield make
    for running in started:
        running.kill()
