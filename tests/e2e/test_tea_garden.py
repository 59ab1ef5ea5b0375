"""Tea Garden at the table: whole matches by mouse, touch and keyboard; all in sight, drawn at once, without fault."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Opener, lay
from tests.e2e.picking import Picker
from tests.e2e.test_pages import faults

pytestmark = pytest.mark.timeout(1500)
MATCHES = {
    "two": (2, {"players": "2"}, "mouse"),
    "three-puerh": (3, {"players": "3", "puerh": "on"}, "touch"),
    "four-puerh": (4, {"players": "4", "puerh": "on"}, "mouse"),
    "solo-easy": (1, {"players": "1", "level": "easy"}, "keys"),
    "solo-master-puerh": (1, {"players": "1", "level": "master", "puerh": "on", "starts": "lu-yu"}, "touch"),
    "two-puerh": (2, {"players": "2", "puerh": "on"}, "keys"),
    "three": (3, {"players": "3"}, "keys"),
    "four": (4, {"players": "4"}, "touch"),
    "solo-medium-puerh": (1, {"players": "1", "level": "medium", "puerh": "on"}, "mouse"),
    "solo-hard": (1, {"players": "1", "level": "hard", "starts": "lu-yu"}, "mouse"),
}
USUAL = ("two", "solo-master-puerh")
"""One of each kind; the others are played by `make test-deep`."""
REPLAYED = ("solo-master-puerh", "four")
"""Walked through afterwards, move by move."""
PATIENCE = 120
"""Seconds without anything to press after which a match is taken for stuck, however slow the machine is."""


def play_on(players: Sequence[Picker], until: Callable[[], bool]) -> None:
    """Let all of them press what their pages light, in turn, until something is so."""
    late = time.monotonic() + PATIENCE
    while not until():
        if {player.step() for player in players} <= {"wait", "over"}:
            players[0].page.wait_for_timeout(20)
        else:
            late = time.monotonic() + PATIENCE
        assert time.monotonic() < late, [(one.pressed[-3:], one.page.inner_text("main")[:300]) for one in players]


@pytest.mark.parametrize(
    "match", [pytest.param(name, marks=[] if name in USUAL else [pytest.mark.deep]) for name in MATCHES]
)
def test_a_whole_match_is_played_by_what_the_board_lights(guest: Opener, match: str) -> None:
    seats, options, way = MATCHES[match]
    page = guest(phone=way == "touch")
    lay(page, "tea_garden", ["me"] + ["bot"] * (seats - 1), **options)
    page.wait_for_selector("[data-board=tea_garden]")
    picker = Picker(page, seed=seats, way=way)
    assert picker.play() == "over"
    kinds = {pressed.split(":")[0] for pressed in picker.pressed}
    assert {"card", "confirm"} <= kinds
    assert page.locator("[data-testid=result]").count() == 1
    if match in REPLAYED:
        walk_through(page, has_lu_yu=seats == 1)


def walk_through(page: Page, *, has_lu_yu: bool) -> None:
    """Replay the match just finished, move by move to its end: every step is drawn, and Lu Yu's cards come by."""
    page.click("[data-testid=review]")
    page.wait_for_selector(".scrub")
    page.wait_for_selector("[data-board=tea_garden]")
    moves = int(page.inner_text(".scrub .count").split(" / ")[1])
    cards = set()
    for move in range(1, moves + 1):
        page.keyboard.press("ArrowRight")
        assert page.inner_text(".scrub .count").startswith(f"{move} /")
        if has_lu_yu:
            cards.add(page.evaluate("document.querySelector('.lu .card .title')?.textContent ?? ''"))
    page.wait_for_selector("[data-board][data-phase=over]")
    assert not has_lu_yu or len(cards) > 8
    page.keyboard.press("Home")
    page.wait_for_selector("[data-board][data-phase=turn]")


def test_everything_is_in_sight_on_a_desk(guest: Opener) -> None:
    """1280 × 800: every area and one's own board lie in the window; no text is smaller than 11 pixels."""
    page = guest(language="de-DE")
    lay(page, "tea_garden", ["me", "bot", "bot", "bot"], players="4", puerh="on")
    page.wait_for_selector("[data-board=tea_garden]")
    picker = Picker(page, seed=4)
    for _ in range(3):
        picker.play(len(picker.pressed) + 8)
        below = page.evaluate(
            """[...document.querySelectorAll('.map, .river, .university, .track, .rows, .court, .own, .tray, .rivals')]
                 .filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1)
                 .map((one) => [one.className, one.getBoundingClientRect().bottom])"""
        )
        assert below == []
    small = page.evaluate(
        """() => {
          const texts = document.createTreeWalker(document.querySelector('[data-board]'), NodeFilter.SHOW_TEXT);
          const found = [];
          while (texts.nextNode()) {
            const text = texts.currentNode, parent = text.parentElement;
            if (!text.data.trim() || parent.closest('svg, .visually-hidden, [hidden]')) continue;
            const size = parseFloat(getComputedStyle(parent).fontSize);
            if (size < 11) found.push([text.data, size]);
          }
          return found;
        }"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_nothing_moves_on_a_desk_while_one_chooses(guest: Opener, language: str) -> None:
    """The tray has one height through all its questions; what lies below it stays, also in another's turn."""
    page = guest(language=language)
    lay(page, "tea_garden", ["me", "bot"], players="2")
    page.wait_for_selector("[data-board=tea_garden]")
    picker, places = Picker(page, seed=6), set[str]()
    for _ in range(60):
        picker.play(len(picker.pressed) + 1)
        places.add(page.evaluate(
            """[...document.querySelectorAll('.tray, .own, .own .baskets')].map((part) => {
                 const { top, bottom } = part.getBoundingClientRect();
                 return `${Math.round(top + scrollY)}-${part.matches('.own') ? '' : Math.round(bottom + scrollY)}`;
               }).join(' ')"""
        ))
    assert len(places) == 1, places


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_axe_finds_no_fault_in_any_area(guest: Opener, phone: bool) -> None:
    page = guest(phone=phone, dark=phone)
    lay(page, "tea_garden", ["me"], players="1", puerh="on")
    page.wait_for_selector("[data-board=tea_garden]")
    picker = Picker(page, seed=9, way="touch" if phone else "mouse")
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        picker.play(len(picker.pressed) + 10)
        page.wait_for_timeout(1200)  # the account of a round may still be on its way
        if page.query_selector("dialog[open]"):
            page.keyboard.press("Escape")
        for area in page.locator("[data-area]").all():
            area.click()
            assert faults(page) == []
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")
    page.click("[data-testid=scores]")
    assert faults(page) == []


def test_an_update_is_drawn_within_50_ms(guest: Opener) -> None:
    """From the message to the board's new state, in the thread's own time: a busy machine draws frames late.

    What is spent is shared among updates and picks, which are drawn too; neither is told apart.
    """
    page = guest()
    page.add_init_script(
        """window.updates = 0;
           const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
           Object.defineProperty(WebSocket.prototype, 'onmessage', { set(hear) {
             set.call(this, (event) => {
               if (String(event.data).includes('"view"')) window.updates++;
               hear.call(this, event);
             });
           } });"""
    )
    lay(page, "tea_garden", ["me", "bot", "bot", "bot"], players="4", puerh="on")
    page.wait_for_selector("[data-board=tea_garden]")
    picker = Picker(page, seed=2)
    picker.play(10)
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        told = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
        return 1000 * float(told["ScriptDuration"] + told["LayoutDuration"] + told["RecalcStyleDuration"])

    costs = []
    for _ in range(12):
        before, updates, picks = spent(), page.evaluate("window.updates"), len(picker.pressed)
        picker.play(picks + 3)
        page.wait_for_timeout(100)
        more = page.evaluate("window.updates") - updates
        if more:
            costs.append((spent() - before) / (more + len(picker.pressed) - picks))
    assert median(costs) < 50, costs


def test_two_browsers_play_one_match_together_and_a_spectator_sees_no_hand(guest: Opener) -> None:
    """Each sees the other's garden and its own hand; whoever only watches is sent no card of anybody's."""
    host = guest()
    table = lay(host, "tea_garden", ["me", "open"], players="2")
    watching = host.input_value("#share-watch")
    friend = guest("/lobby")
    friend.click("[data-testid=sit]")
    for page in (host, friend):
        page.wait_for_selector("[data-board=tea_garden]")
    assert table in friend.url
    spectator = guest()
    views = views_of(spectator)
    spectator.goto(watching)
    spectator.wait_for_selector("[data-board=tea_garden]")
    assert spectator.locator(".own .hand .back").count() == host.locator(".own .hand button").count() == 4
    players = [Picker(host, seed=1), Picker(friend, seed=2, way="keys")]
    play_on(players, lambda: all(len(one.pressed) >= 12 for one in players))
    assert spectator.locator("[data-board] [data-pick]").count() == 0
    assert len(views) > 6
    assert all(seat["hand"] is None for view in views for seat in view["seats"])


def views_of(page: Page) -> list[dict[str, Any]]:
    """What the page will be shown over the line, as it comes in."""
    views = list[dict[str, Any]]()

    def received(text: str | bytes) -> None:
        if view := json.loads(text).get("view"):
            views.append(view)

    page.on("websocket", lambda line: line.on("framereceived", received))
    return views


@pytest.mark.parametrize("turns", [4, pytest.param(1000, marks=pytest.mark.deep)], ids=["begun", "whole"])
def test_one_screen_is_shared_behind_a_curtain(guest: Opener, turns: int) -> None:
    """Whenever the other is to play the board is away; it comes back with the other's cards."""
    page = guest()
    views = views_of(page)
    lay(page, "tea_garden", ["me", "me"], players="2")
    picker, lifted = Picker(page, seed=5), list[int]()

    def is_enough() -> bool:
        if page.query_selector(".curtain"):
            assert page.query_selector("[data-board]") is None
            page.click(".curtain button")
            page.wait_for_selector("[data-board=tea_garden]")
            lifted.append(views[-1]["viewer"])
        return len(lifted) >= turns or page.query_selector("[data-testid=result]") is not None

    play_on([picker], is_enough)
    assert set(lifted) == {0, 1}
    for view in views:
        assert [seat for seat, board in enumerate(view["seats"]) if board["hand"] is not None] in ([], [view["viewer"]])
