"""The browser checks the deal by itself: with what it remembers, against whatever the house says afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route

from ochaya.core import dealing
from tests.e2e.conftest import Opener
from tests.e2e.test_pages import faults
from tests.e2e.test_replay import finished

pytestmark = pytest.mark.timeout(1200)


def checked(page: Page) -> set[str]:
    """Check the deal; gives what the page finds wrong with it."""
    page.click("[data-testid=verify]")
    page.wait_for_selector("[data-testid=fairness]")
    found = {str(one.get_attribute("data-fault")) for one in page.query_selector_all("[data-fault]")}
    assert bool(found) == ("bad" in str(page.get_attribute("[data-testid=fairness]", "class")))
    page.keyboard.press("Escape")
    return found


def dealt_anew(deal: dict[str, Any], key: bytes, sent: list[str | None]) -> dict[str, Any]:
    """Make a deal that is right in itself of another key or other contributions."""
    luck = dealing.Luck(key, tuple(bytes.fromhex(one) if one else None for one in sent))
    draws = [
        {**one, "taken": dealing.draw(luck.deal_key, number, one["outcomes"], one["weights"])}
        for number, one in enumerate(deal["draws"])
    ]
    return {**deal, "key": key.hex(), "commitment": luck.commitment, "contributions": sent,
            "seating": luck.seating(), "draws": draws}


def swapped(deal: dict[str, Any]) -> dict[str, Any]:
    at = next(number for number, one in enumerate(deal["draws"]) if len(one["outcomes"]) > 1)
    wrong = {**deal["draws"][at]}
    wrong["taken"] = next(one for one in wrong["outcomes"] if one != wrong["taken"])
    return {**deal, "draws": [*deal["draws"][:at], wrong, *deal["draws"][at + 1 :]]}


CHEATS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "draws": swapped,
    "commitment": lambda deal: dealt_anew(deal, dealing.key_from_seed("tried"), deal["contributions"]),
    "key": lambda deal: {**dealt_anew(deal, dealing.key_from_seed("tried"), deal["contributions"]),
                         "commitment": deal["commitment"]},
    "contribution": lambda deal: dealt_anew(deal, bytes.fromhex(deal["key"]), [None for _ in deal["contributions"]]),
    "seating": lambda deal: {**deal, "seating": [*reversed(deal["seating"])]},
    "seating left out": lambda deal: {**deal, "seating": None},
    "seating not drawn": lambda deal: {**deal, "seating": "laid"},
}


def lying(cheat: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Route], None]:
    """Let the house tell of another deal than the one there was."""
    return lambda route: route.fulfill(json=cheat(route.fetch().json()))


def test_this_device_adds_to_the_luck_and_catches_a_house_that_cheats(guest: Opener) -> None:
    asked: list[Request] = []
    page = finished(guest)
    page.on("request", lambda request: asked.append(request) if "/api/" in request.url else None)
    assert checked(page) == set()
    assert [request.url.rsplit("/", 1)[1] for request in asked if "/deal" in request.url] == ["deal"]
    page.click("[data-testid=verify]")
    page.wait_for_selector("dialog[open] >> text=This device added its own part")
    assert faults(page) == []
    page.keyboard.press("Escape")
    for fault, cheat in CHEATS.items():
        page.route("**/deal", lying(cheat))
        assert fault.split()[0] in checked(page), fault
        page.unroute("**/deal")


def test_a_device_that_was_not_there_checks_that_all_fits_together(guest: Opener) -> None:
    page = finished(guest)
    page.evaluate("localStorage.removeItem('ochaya.deals')")
    page.click("[data-testid=verify]")
    page.wait_for_selector("dialog[open] >> text=remembers nothing from before this match")
    page.keyboard.press("Escape")
    page.route("**/deal", lying(swapped))
    assert checked(page) == {"draws"}
