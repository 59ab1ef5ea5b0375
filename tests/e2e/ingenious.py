"""A player's gestures at a table of Ingenious: by mouse, by finger, by keys."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from playwright.sync_api import Page

from tests.e2e.conftest import START, go_to, post

OPTIONS = {
    "two": {"mode": "standard", "seats": "2", "first": "0"},
    "three": {"mode": "standard", "seats": "3", "first": "0"},
    "four": {"mode": "standard", "seats": "4", "first": "0"},
    "solo": {"mode": "solo"},
    "team": {"mode": "team", "first": "0"},
    "duel": {"mode": "duel", "first": "0"},
}
SEATS = {"two": 2, "three": 3, "four": 4, "solo": 1, "team": 4, "duel": 2}
Gesture = Callable[[Page, random.Random], None]


def lay(page: Page, setup: str, people: int = 1) -> str:
    """Lay a table: this page's guest in the first `people` seats, bots in the others; gives its id."""
    seats = [{"kind": "me"}] * people + [{"kind": "bot", "level": "novice"}] * (SEATS[setup] - people)
    form = {"game": "ingenious", "options": OPTIONS[setup], "clock": {"kind": "none"}, "is_public": False,
            "seats": seats}
    table = post(page, "/tables", form)
    go_to(page, table)
    page.wait_for_selector("[data-board=ingenious], .curtain", timeout=START * 1000)
    return table


def wanted(page: Page) -> str:
    """What the page wants: "account", "over", "curtain", "finish", "place" or "wait"."""
    return str(page.evaluate(
        """() => {
          const has = (selector) => document.querySelector(selector) !== null;
          if (has('[data-testid=account-close]')) return 'account';
          if (has('[data-testid=result]')) return 'over';
          if (has('.curtain')) return 'curtain';
          if (document.querySelector('[data-testid=line]')?.dataset.line === 'sending') return 'wait';
          if (has('[data-board=ingenious] [data-pick=keep]:not(:disabled)')) return 'finish';
          if (has('[data-board=ingenious] [data-pick^="tile:"]:not(:disabled)')) return 'place';
          return 'wait';
        }"""
    ))


def settle(page: Page, seconds: float = 60) -> str:
    """Wait until the page wants something."""
    until = time.monotonic() + seconds
    while (now := wanted(page)) == "wait":
        assert time.monotonic() < until, f"still waiting: {page.inner_text('main')[:400]}"
        page.wait_for_timeout(30)
    return now


def spaces(page: Page) -> list[str]:
    """The spaces that can be picked now."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('[data-pick^="space:"]')].map((one) => one.dataset.pick)""")
    return found


def take(page: Page, rng: random.Random) -> None:
    """Take up a tile, unless one is in hand by itself."""
    if not spaces(page):
        tiles = page.locator('[data-pick^="tile:"]:not(:disabled)')
        tiles.nth(rng.randrange(tiles.count())).click()


def by_mouse(page: Page, rng: random.Random) -> None:
    """Take a tile, lay it somewhere, turn it now and then, confirm."""
    take(page, rng)
    page.click(f'[data-pick="{rng.choice(spaces(page))}"]')
    if rng.random() < 0.3:
        page.click("[data-testid=turn-right]")
    page.click("[data-testid=confirm]")


def by_finger(page: Page, rng: random.Random) -> None:
    """The same with taps, also where spaces are small and the board is looked at closer first."""
    if not spaces(page):
        tiles = page.locator('[data-pick^="tile:"]:not(:disabled)')
        tiles.nth(rng.randrange(tiles.count())).tap()
    page.locator(f'[data-pick="{rng.choice(spaces(page))}"]').tap()
    if rng.random() < 0.3:
        page.locator("[data-testid=turn-right]").tap()
    page.locator("[data-testid=confirm]").tap()


def drag(page: Page, start: str, end: str) -> None:
    """Drag one thing to another, as a hand does: in several small moves."""
    boxes = [page.locator(selector).first.bounding_box() for selector in (start, end)]
    (x, y), (to_x, to_y) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=8)
    page.mouse.up()


def focus(page: Page) -> str:
    """What would be picked by Enter now."""
    return str(page.evaluate("() => document.activeElement?.dataset.pick ?? ''"))


def by_keys(page: Page, rng: random.Random) -> None:
    """A digit takes a tile, arrows walk over the board, Enter lays it, R turns it, Enter confirms."""
    keys = page.keyboard
    if not spaces(page):
        keys.press(str(1 + rng.randrange(page.locator('[data-pick^="tile:"]').count())))
    for key in ("ArrowUp", "ArrowLeft", "ArrowUp"):  # the board lies above what is asked, or at its left
        if focus(page).startswith("space:"):
            break
        keys.press(key)
    for _ in range(rng.randrange(6)):
        keys.press(rng.choice(("ArrowUp", "ArrowLeft", "ArrowRight")))
    assert focus(page).startswith("space:")
    keys.press("Enter")
    if rng.random() < 0.3:
        keys.press("r")
    keys.press("Enter")


def move(page: Page, rng: random.Random, place: Gesture = by_mouse) -> str:
    """Do what the page wants, whatever it is; gives what it was."""
    now = settle(page)
    if now == "account":
        page.click("[data-testid=account-close]")
    elif now == "curtain":
        page.click(".curtain button")
        page.wait_for_selector("[data-board=ingenious]")
    elif now == "finish" and place is by_keys:
        page.keyboard.press("1")
    elif now == "finish":
        choices = page.locator("[data-board=ingenious] .option:not(:disabled)")
        choices.nth(rng.randrange(choices.count())).click()
        if page.locator("[data-pick=exchange][aria-pressed=true]").count():
            page.click("[data-testid=confirm]")
    elif now == "place":
        place(page, rng)
    page.wait_for_timeout(30)
    return now


def play_out(page: Page, place: Gesture = by_mouse, seed: int = 1) -> str:
    """Play to the end; gives the result in words."""
    rng = random.Random(seed)
    for _ in range(500):
        if move(page, rng, place) == "over":
            return page.inner_text("[data-testid=result]")
    raise AssertionError("the match does not end")
