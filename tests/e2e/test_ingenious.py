"""Ingenious in Chromium: every mode by mouse, finger and keys, in several browsers, on one screen; what is shown."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.e2e.conftest import Opener, sit_together
from tests.e2e.drawing import assert_drawn_at_once, stands_still, watch_shifts
from tests.e2e.ingenious import (
    OPTIONS,
    SEATS,
    Gesture,
    by_finger,
    by_keys,
    by_mouse,
    drag,
    lay,
    move,
    play_out,
    settle,
    spaces,
)
from tests.e2e.test_pages import faults

pytestmark = pytest.mark.timeout(1200)
DEEP = pytest.mark.deep
SOME = [("two", by_mouse), ("four", by_finger), ("solo", by_keys)]
"""One mode of each kind; all of them in `make test-deep`."""


def first_of(first: str, *others: str) -> list[Any]:
    """A mode for `make test`, and others for `make test-deep`."""
    return [first, *(pytest.param(other, marks=DEEP) for other in others)]


@pytest.mark.parametrize(("setup", "place"), [
    *SOME, *(pytest.param(setup, place, marks=DEEP) for setup in SEATS for place in (by_mouse, by_finger, by_keys)
             if (setup, place) not in SOME),
])
def test_a_whole_match_against_bots(guest: Opener, setup: str, place: Gesture) -> None:
    page = guest(phone=place is by_finger)
    lay(page, setup)
    watch_shifts(page)
    assert play_out(page, place)
    assert stands_still(page)


@pytest.mark.parametrize("setup", first_of("team", "two", "three", "four", "duel"))
def test_everybody_in_a_browser_of_their_own(guest: Opener, setup: str) -> None:
    pages = [guest(phone=seat % 2 == 1, dark=seat == 2) for seat in range(SEATS[setup])]
    sit_together(pages, "ingenious", **OPTIONS[setup])
    rng = random.Random(setup)
    for _ in range(30):
        for page in pages:
            if page.locator('[data-pick^="tile:"]:not(:disabled), [data-pick=keep]:not(:disabled)').count():
                move(page, rng)
    most = max(page.locator(".space.filled").count() for page in pages)
    assert most >= 30
    for page in pages:
        page.wait_for_function("(n) => document.querySelectorAll('.space.filled').length === n", arg=most)
    for page in pages:
        assert page.locator('[data-pick^="tile:"]').count() <= 6


@pytest.mark.parametrize("setup", first_of("duel", "two", "three", "four", "team"))
def test_all_on_one_screen_behind_a_curtain(guest: Opener, setup: str) -> None:
    page = guest()
    lay(page, setup, people=SEATS[setup])
    rng = random.Random(setup)
    seen = [move(page, rng) for _ in range(40)]
    assert seen.count("curtain") >= 8
    assert "place" in seen


def test_the_points_shown_before_a_placement_are_those_scored(guest: Opener) -> None:
    page = guest()
    lay(page, "two")
    rng = random.Random(3)
    for _ in range(10):
        while settle(page) != "place":
            move(page, rng)
        page.locator('[data-pick^="tile:"]:not(:disabled)').first.click()
        page.click(f'[data-pick="{rng.choice(spaces(page))}"]')
        told = [int(text) for text in page.locator("[data-testid=ghost] ~ .lines text").all_text_contents()]
        before = page.locator(".log .mine, [role=tabpanel] li").all_inner_texts()
        page.click("[data-testid=confirm]")
        settle(page)
        after = page.locator(".log .mine, [role=tabpanel] li").all_inner_texts()[len(before):]
        scored = [int(line.split("You score ")[1].split(" ")[0]) for line in after if "You score " in line]
        assert sorted(scored) == sorted(points for points in told if points), after


def test_a_tile_is_turned_by_key_wheel_tap_and_button_and_either_half_may_come_first(guest: Opener) -> None:
    page = guest()
    lay(page, "solo")
    for _ in range(3):
        settle(page)
        move(page, random.Random(1))
    settle(page)
    page.click('[data-pick="space:h8"]')
    where = """() => [...document.querySelectorAll('[data-testid=ghost] polygon')]
      .map((one) => one.getAttribute('points'))"""
    seen = [page.evaluate(where)]
    page.keyboard.press("r")
    seen.append(page.evaluate(where))
    page.mouse.wheel(0, 100)
    page.wait_for_timeout(60)
    seen.append(page.evaluate(where))
    page.click("[data-testid=turn-left]")
    seen.append(page.evaluate(where))
    assert seen[0] != seen[1] != seen[2] != seen[3]
    assert seen[3] == seen[1]
    assert {spots[0] for spots in seen} == {seen[0][0]}
    page.click("[data-testid=ghost] g >> nth=1")
    changed = page.evaluate(where)
    assert changed[::-1] == seen[3] or changed[0] == seen[3][0]


def test_the_question_about_an_exchange_looks_the_same_to_the_others(guest: Opener) -> None:
    host, friend = guest(), guest()
    sit_together([host, friend], "ingenious", **OPTIONS["two"])
    rng = random.Random(5)
    told = set()
    for _ in range(30):
        for page, other in ((host, friend), (friend, host)):
            if page.locator("[data-pick=keep]:not(:disabled)").count():
                told.add(other.inner_text("[data-testid=prompt]").split(" ", 2)[-1])
            if page.locator('[data-pick^="tile:"]:not(:disabled), [data-pick=keep]:not(:disabled)').count():
                move(page, rng)
    assert len({line.split("is ")[-1] for line in told}) == 1, told


def test_a_choice_is_drawn_within_50_ms_on_the_largest_board(guest: Opener) -> None:
    page = guest()
    lay(page, "four")
    rng = random.Random(2)
    for _ in range(5):
        move(page, rng)
    while settle(page) != "place":
        move(page, rng)
    page.locator('[data-pick^="tile:"]:not(:disabled)').first.click()
    assert_drawn_at_once(page, """(i) => {
      const places = document.querySelectorAll('[data-pick^="space:"]');
      const space = places[(i * 17) % places.length];
      return {
        press: () => space.dispatchEvent(new MouseEvent('click', { bubbles: true })),
        isDrawn: () => document.querySelector('[data-testid=ghost]') !== null,
      };
    }""")


@pytest.mark.parametrize("setup", first_of("four", "duel", "solo", "team"))
def test_axe_finds_no_fault_and_nothing_is_cut_off_from_320_to_1920_pixels(guest: Opener, setup: str) -> None:
    page = guest(language="de-DE")
    lay(page, setup)
    rng = random.Random(4)
    for _ in range(4):
        move(page, rng)
    for width, height in ((320, 640), (390, 844), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            assert faults(page) == [], (width, theme)
            assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width"), width
        if settle(page) == "place":
            move(page, rng)
            settle(page)


def test_in_the_lesson_on_a_phone_nothing_covers_the_scores_and_every_lit_space_stays_in_sight(guest: Opener) -> None:
    page = guest(phone=True, level=None)
    page.tap("[data-testid=learn-ingenious]")
    page.wait_for_selector("[data-testid=coach]")
    covered = """() => [...document.querySelectorAll('.near-area .value')].filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).length"""
    outside = """() => {
      const frame = document.querySelector('.panzoom').getBoundingClientRect();
      return [...document.querySelectorAll('.space.live')].map((one) => one.getBoundingClientRect())
        .filter((box) => box.left < frame.left || box.right > frame.right || box.top < frame.top
          || box.bottom > frame.bottom).length;
    }"""
    assert page.evaluate(covered) == 0
    page.locator('[data-pick^="tile:"]:not(:disabled)').first.tap()
    assert page.locator("[data-testid=coach-next]").count() == 0  # what was asked is done: the coach has gone on
    assert page.evaluate(covered) == 0
    page.locator('[data-pick^="space:"]').first.tap()
    page.wait_for_selector("[data-testid=confirm]:enabled")
    page.wait_for_timeout(300)
    assert page.evaluate(outside) == 0


def test_the_weakest_colour_is_marked_as_the_placement_would_leave_it(guest: Opener) -> None:
    page = guest()
    lay(page, "two")
    rng = random.Random(5)
    marked = """() => {
      const all = [...document.querySelectorAll('.near-area .scores li')];
      const value = (one) => Number(one.querySelector('.value').textContent);
      const least = Math.min(...all.map(value));
      return all.every((one) => one.classList.contains('weakest') === (value(one) === least));
    }"""
    for _ in range(8):
        while settle(page) != "place":
            move(page, rng)
        page.locator('[data-pick^="tile:"]:not(:disabled)').first.click()
        page.click(f'[data-pick="{rng.choice(spaces(page))}"]')
        page.wait_for_selector("[data-testid=confirm]:enabled")
        assert page.evaluate(marked)
        page.click("[data-testid=confirm]")


def test_a_tile_is_dragged_from_the_rack_and_moved_about(guest: Opener) -> None:
    page = guest()
    lay(page, "solo")
    for _ in range(2):
        move(page, random.Random(1))
    page.wait_for_function("() => document.querySelectorAll('.space.filled').length === 4")
    settle(page)
    drag(page, '[data-pick^="tile:"]', '[data-space="h8"]')
    page.wait_for_selector("[data-testid=confirm]:enabled")
    before = page.locator("[data-testid=ghost] polygon").first.get_attribute("points")
    drag(page, "[data-testid=ghost] polygon", '[data-space="f9"]')
    assert page.locator("[data-testid=ghost] polygon").first.get_attribute("points") != before
    page.click("[data-testid=confirm]")
    page.wait_for_function("() => document.querySelectorAll('.space.filled').length === 6")


def test_who_wishes_places_at_once_with_one_click(guest: Opener) -> None:
    page = guest()
    page.evaluate("localStorage.setItem('ochaya.preferences', JSON.stringify({ confirm: false }))")
    lay(page, "solo")
    settle(page)
    space = page.locator(f'[data-pick="{spaces(page)[3]}"]')
    space.hover()
    assert page.locator("[data-testid=ghost]").count() == 1
    space.click()
    page.wait_for_function("() => document.querySelectorAll('.space.filled').length === 2")


def test_the_edge_names_the_row_and_the_column_of_the_space_under_the_mouse(guest: Opener) -> None:
    page = guest()
    lay(page, "two")
    page.hover("[data-space=f9]")
    page.wait_for_selector(".pointed")
    assert sorted(page.locator(".field .pointed").all_text_contents()) == ["9", "9", "f", "f"]
    page.mouse.move(1200, 400)
    page.wait_for_selector(".field .pointed", state="detached")
