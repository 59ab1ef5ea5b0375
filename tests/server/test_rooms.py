"""Rooms in memory: a finished one is let go when nobody is there, and only that one."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from ochaya.server.house.house import House
from ochaya.server.settings import Settings
from ochaya.server.table.room import Room
from tests.server.running import in_loop

pytestmark = pytest.mark.xdist_group("server")


def finished() -> Room:
    return cast("Room", SimpleNamespace(id="table", is_idle=True, match=SimpleNamespace(result=object())))


@in_loop
async def test_letting_an_old_room_go_leaves_the_one_that_has_come_since(tmp_path: Path) -> None:
    house = House(Settings(data=tmp_path, bots=0))
    old, come_back = finished(), finished()
    house.rooms["table"] = come_back
    house.let_go(old)
    assert house.rooms == {"table": come_back}
    house.let_go(come_back)
    assert house.rooms == {}
    await house.close()
