"""Replay and review: by moves, with the verdict beside the board, the chart growing, and nobody scolded for waiting."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import House, Opener, hurry_out, play_now
from tests.e2e.test_analysis import finished as played
from tests.e2e.test_pages import faults

pytestmark = pytest.mark.timeout(1200)
LOOKS = 8
"""So often the page looks before the review of these tests is done: more often than it may ask."""


def finished(guest: Opener, **how: Any) -> Page:
    """A guest at the replay of a match just finished, on a device without a Master of its own: the server reviews."""
    page = guest(**how)
    none = {"about": None, "module": None, "weights": None}
    page.route("**/api/games/*/mind", lambda route: route.fulfill(json=none))
    play_now(page)
    hurry_out(page)
    page.click("[data-testid=review]")
    page.wait_for_selector(".scrub")
    return page


def in_sight(page: Page, selector: str) -> float:
    """How much of this is within the window, from 0 to 1."""
    return float(page.evaluate(
        """(selector) => {
          const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
          return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
        }""", selector))


def at(page: Page) -> int:
    """The step the replay stands at, by its address."""
    return int(page.evaluate("new URLSearchParams(location.search).get('step')"))


def test_the_review_appears_and_its_chart_grows(guest: Opener) -> None:
    """Item 1: the page asks once and then looks, as often as it takes."""
    page = finished(guest)
    asked: list[str] = []
    whole: list[dict[str, Any]] = []

    def review(route: Route) -> None:
        asked.append(route.request.method)
        answer = route.fetch()
        told = answer.json()
        if told["moves"]:
            whole[:] = told["moves"]
        looks = asked.count("GET")
        if looks < LOOKS:
            known = max(1, len(whole) * looks // LOOKS)
            told = {"state": "working", "progress": looks / LOOKS, "moves": whole[:known]}
        route.fulfill(response=answer, json=told)

    page.wait_for_selector("[data-testid=ask-review]")
    page.route("**/review", review)
    page.click("[data-testid=ask-review]")
    page.wait_for_selector("figure svg")
    early = len(str(page.get_attribute("figure svg .line", "d")))
    page.wait_for_selector("progress", state="detached")
    assert len(str(page.get_attribute("figure svg .line", "d"))) > early
    assert asked.count("POST") == 1
    assert page.query_selector("text=Not so fast") is None


def test_a_replay_goes_by_moves_and_by_steps(guest: Opener) -> None:
    """Item 13."""
    page = finished(guest)
    assert page.inner_text(".scrub .count").startswith("0 /")
    page.keyboard.press("ArrowRight")
    first = at(page)
    assert page.inner_text(".scrub .count").startswith("1 /")
    page.keyboard.press(",")
    assert at(page) == first - 1
    page.keyboard.press(".")
    page.keyboard.press("ArrowRight")
    assert page.inner_text(".scrub .count").startswith("2 /")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+Home")
    assert at(page) == 0
    page.keyboard.press("End")
    page.wait_for_selector(".board[data-phase=over]")
    moves = page.inner_text(".scrub .count").split(" / ")
    assert moves[0] == moves[1]


def test_a_replay_goes_by_whole_turns(guest: Opener, house: House) -> None:
    """In Tea Garden a turn is cards played one by one and a main action at least."""
    page = guest(f"/replay/{played(house, 'tea_garden')}")
    page.wait_for_selector("[data-board=tea_garden]")
    for _ in range(2):
        begins = page.locator(".own .now").count()
        page.keyboard.press("Shift+ArrowRight")  # two take turns: whoever's it was, it is the other's now
        page.wait_for_function("(n) => document.querySelectorAll('.own .now').length !== n", arg=begins)
    after = at(page)
    page.click("[data-testid=scrub-turn]")
    page.keyboard.press("Shift+ArrowLeft")
    assert at(page) == after
    turns, moves = 2, int(page.inner_text(".scrub .count").split(" / ")[1])
    while int(page.inner_text(".scrub .count").split(" / ")[0]) < moves:
        page.keyboard.press("Shift+ArrowRight")
        turns += 1
        assert turns < moves, "a turn has several moves"


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800)])
def test_verdict_and_board_are_in_sight_together_and_the_deal_is_checked_in_sight(
    guest: Opener, size: tuple[int, int]
) -> None:
    """Items 11 and 12."""
    page = finished(guest, size=size)

    def blame(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for decision in told["moves"][2:6]:
            decision["loss"] = 0.3
        route.fulfill(response=answer, json=told)

    page.route("**/review", blame)
    page.wait_for_selector("[data-testid=ask-review]")
    page.click("[data-testid=ask-review]")
    page.click("[data-testid=next-mistake]")
    page.wait_for_selector("[data-testid=verdict] >> text=blunder")
    page.click("[data-testid=better]")
    assert in_sight(page, "[data-testid=verdict]") == 1
    covered = page.evaluate("document.querySelector('.scrubber').getBoundingClientRect().height / innerHeight")
    assert in_sight(page, ".board") * (1 if size[0] > 1000 else 1 - covered) > 0.35
    assert faults(page) == []
    page.click("[data-testid=verify]")
    page.wait_for_selector(".fair")
    assert in_sight(page, ".fair") == 1
    assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")
