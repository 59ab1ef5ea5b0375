"""The data file of Tea Garden's board in the browser is what the game's own data files say."""

from __future__ import annotations

from tools import tea_garden_data


def test_the_boards_data_file_is_up_to_date() -> None:
    assert tea_garden_data.TARGET.read_text("utf-8") == tea_garden_data.text(), "run python -m tools.tea_garden_data"


def test_it_knows_the_whole_map() -> None:
    printed = tea_garden_data.printed()
    assert len(printed["regions"]) == 16
    assert len(printed["roads"]) == 30
    assert len(printed["provinces"]) == 5
