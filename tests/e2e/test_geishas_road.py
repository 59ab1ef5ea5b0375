"""Geisha's Road at the table: whole matches by mouse, touch and keyboard; one screen, two browsers; no faults."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Opener, lay, sit_together
from tests.e2e.drawing import PRESSED, assert_drawn_at_once, stands_still, watch_shifts
from tests.e2e.picking import Picker
from tests.e2e.test_pages import faults

pytestmark = pytest.mark.timeout(1500)
USUAL = {("basic", "off", "mouse"), ("harder", "on", "touch"), ("advanced", "off", "keys")}
"""Played by `make test`; all others by `make test-deep`."""
MATCHES = [
    pytest.param(*match, marks=[] if match in USUAL else [pytest.mark.deep])
    for match in product(("basic", "harder", "advanced"), ("off", "on"), ("mouse", "touch", "keys"))
]
LIFT = "() => { const lift = document.querySelector('.curtain button'); lift?.click(); return lift ? 1 : 0; }"


def sit(page: Page, seats: list[str], *, mode: str, destiny: str = "off", first: str = "random") -> str:
    """Lay a table and wait for its board."""
    table = lay(page, "geishas_road", seats, mode=mode, destiny=destiny, first=first)
    page.wait_for_selector("[data-board=geishas_road], .curtain")
    return table


@pytest.mark.parametrize(("mode", "destiny", "way"), MATCHES)
def test_a_whole_match_is_played_by_what_the_board_lights(guest: Opener, mode: str, destiny: str, way: str) -> None:
    page = guest(phone=way == "touch")
    sit(page, ["me", "bot"], mode=mode, destiny=destiny)
    watch_shifts(page)
    picker = Picker(page, seed=len(mode), way=way)
    assert picker.play() == "over"
    assert "confirm" in picker.pressed
    assert stands_still(page)
    assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")


def test_axe_finds_no_fault_in_any_phase_and_nothing_scrolls_sideways(guest: Opener) -> None:
    """Every phase of an advanced match, on the narrowest phone and on a desk, light and dark."""
    page = guest(size=(320, 640), language="de-DE")
    sit(page, ["me", "bot"], mode="advanced", destiny="on")
    picker, seen = Picker(page, seed=3), set[str]()
    for _ in range(500):
        asked = picker.step()
        if asked == "over":
            break
        page.wait_for_timeout(30)
        if page.query_selector("dialog[open]"):
            continue
        told = page.evaluate(
            "() => [document.querySelector('[data-board]')?.dataset.phase, !!document.querySelector('[data-confirm]')]")
        moment = " ".join(map(str, told))
        if moment in seen or told[0] in (None, "draw", "redraw"):
            continue
        seen.add(moment)
        for theme, size in (("light", (320, 640)), ("dark", (1280, 800))):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width"), (moment, size)
            over = page.evaluate(
                """() => [...document.querySelectorAll('[data-board] :is(button, .tag)')]
                     .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
                     .map((one) => one.outerHTML)""")
            assert over == [], (moment, size)
            assert faults(page) == [], (moment, theme)
    assert len(seen) >= 4


def test_a_choice_is_drawn_within_50_ms(guest: Opener) -> None:
    """In the longest list of the game, seven cards and four markers."""
    page = guest()
    sit(page, ["me", "bot"], mode="advanced", first="0")
    page.wait_for_selector("[data-phase=turn] [data-pick=double]")
    assert_drawn_at_once(page, PRESSED % "[data-pick=double]")


def test_the_cards_that_stay_in_hand_stay_where_they_are(guest: Opener) -> None:
    page = guest()
    sit(page, ["me", "bot"], mode="basic", first="0")
    page.click("[data-pick=compromise]")
    where = "all => Object.fromEntries(all.map((one) => [one.dataset.pick, one.getBoundingClientRect().left]))"
    before = page.locator(".hand button").evaluate_all(where)
    page.click(".hand button >> nth=1")
    page.wait_for_function("(n) => document.querySelectorAll('.hand button').length === n", arg=len(before) - 1)
    after = page.locator(".hand button").evaluate_all(where)
    assert after == {pick: left for pick, left in before.items() if pick in after}


def test_on_a_phone_an_offer_finds_its_room_kept(guest: Opener) -> None:
    page = guest(phone=True)
    sit(page, ["me", "bot"], mode="basic")
    picker, tops = Picker(page, seed=4, way="touch"), dict[str, set[int]]()
    for _ in range(300):
        asked = page.evaluate(
            """() => document.querySelector('[data-board] [aria-pressed=true], dialog[open]') ? null
              : [document.querySelector('[data-board]').dataset.phase, document.querySelector('.hand').offsetTop]""")
        if asked and asked[0] in ("turn", "answer"):
            tops.setdefault(asked[0], set()).add(asked[1])
        if picker.step() == "over":
            break
        page.wait_for_timeout(30)
    assert set(tops) == {"turn", "answer"}
    assert len(set.union(*tops.values())) == 1, tops


SIGHT = """() => {
  if (document.querySelector('dialog[open]')) return null;
  const box = (one) => document.querySelector(one)?.getBoundingClientRect();
  const [hand, confirm] = [box('.near .hand'), box('[data-confirm]')];
  return hand ? [hand.bottom - innerHeight, confirm ? confirm.bottom - hand.top : -1] : null;
}"""
"""How far the hand reaches below the window, and what confirms a choice below the hand's edge."""


def test_on_a_phone_the_hand_is_in_sight_in_every_phase_and_what_confirms_lies_above_it(guest: Opener) -> None:
    page = guest(phone=True)
    sit(page, ["me", "bot"], mode="advanced")
    picker, seen = Picker(page, seed=3, way="touch"), set[str]()
    for _ in range(500):
        told = page.evaluate(SIGHT)
        if told:
            seen.add(page.get_attribute("[data-board]", "data-phase") or "")
            assert max(told) < 1, (told, picker.pressed[-5:])
        if picker.step() == "over":
            break
        page.wait_for_timeout(30)
    assert {"turn", "answer"} <= seen


def test_in_a_lesson_on_a_phone_the_hand_is_in_sight_while_the_coach_speaks(guest: Opener) -> None:
    page = guest(phone=True, level=None)
    page.click("[data-testid=learn-geishas_road]")
    page.wait_for_selector("[data-testid=coach-next]")
    while page.locator("[data-testid=coach-next]").count():
        reach: list[float] = page.evaluate(SIGHT)
        assert reach[0] < 1
        page.tap("[data-testid=coach-next]")
    under = page.evaluate(
        """() => document.querySelector('[data-lesson=marker-reveal]').getBoundingClientRect().bottom
             - document.querySelector('.near .hand').getBoundingClientRect().top""")
    assert under <= 0


@pytest.mark.parametrize("width", [320, 390])
def test_whatever_gifts_she_has_five_geishas_share_the_width(guest: Opener, width: int) -> None:
    """The most a side can hold: the four cards of a colour, and the favour token."""
    page = guest(phone=True, size=(width, 800))
    sit(page, ["me", "bot"], mode="basic")
    picker = Picker(page, seed=1, way="touch")
    while not page.locator(".tiles .gift:not(.ghost)").count() or not page.locator(".tiles .star").count():
        assert picker.step() != "over"
    page.evaluate(
        """() => {
          const [gift, star] = ['.gift', '.star'].map((one) => document.querySelector(`.tiles ${one}:not(.ghost)`));
          for (const side of document.querySelectorAll('.tiles .side')) {
            side.querySelector('.sum').replaceChildren('10', star.cloneNode(true));
            const all = side.querySelector('.gifts');
            while (all.children.length < 4) all.append(gift.cloneNode(true));
          }
        }""")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sides = page.locator(".tiles .side").evaluate_all(
        """all => all.map((one) => [one, one.querySelector('.gifts')].map((part) => part.getBoundingClientRect()))
             .map(([side, gifts]) => [side.width, side.height, side.right - gifts.right])""")
    for size in (0, 1):
        assert max(side[size] for side in sides) - min(side[size] for side in sides) < 1, sides
    assert all(room >= 0 for *_, room in sides), sides


def test_a_tap_explains_favour_points_and_what_intrigue_keeps(guest: Opener) -> None:
    page = guest(phone=True)
    sit(page, ["me", "bot"], mode="basic", first="0")
    page.locator("[data-testid=standing]").last.tap()
    page.wait_for_selector(".tip >> text=Points of this round")
    page.locator(".near .tokens").tap()
    page.wait_for_selector(".tip >> text=Favour token")
    page.tap("[data-pick=intrigue]")
    assert page.locator(".tip").count() == 0


def test_a_lesson_locks_what_it_has_not_come_to_and_the_prompt_says_the_same(guest: Opener) -> None:
    page = guest(level=None)
    page.click("[data-testid=learn-geishas_road]")
    page.wait_for_selector("[data-testid=coach]")
    assert page.locator(".near .markers .locked").count() == 3
    assert "Reveal" in page.inner_text("[data-testid=prompt]")
    while page.locator("[data-testid=coach-next]").count():
        page.click("[data-testid=coach-next]")
    ring = "() => getComputedStyle(document.querySelector('[data-lesson=marker-reveal]')).outlineStyle"
    assert page.evaluate(ring) == "dashed"
    page.click("[data-pick=reveal]")
    assert page.evaluate(ring) != "dashed"


def test_two_browsers_see_one_match_each_from_their_side(guest: Opener) -> None:
    host, friend = guest(), guest(phone=True, dark=True)
    sit_together([host, friend], "geishas_road", mode="advanced")
    players = [Picker(host, 1), Picker(friend, 2, "touch")]
    assert host.locator(".near .hand button, .near .hand [role=img]").count() in (6, 7)
    for _ in range(2000):
        if {player.step() for player in players} == {"over"}:
            break
        host.wait_for_timeout(20)
    assert {page.locator("[data-testid=result]").count() for page in (host, friend)} == {1}


def test_one_screen_is_shared_behind_a_curtain(guest: Opener) -> None:
    page = guest(phone=True)
    sit(page, ["me", "me"], mode="harder")
    picker = Picker(page, seed=5, way="touch")
    lifted = 0
    for _ in range(2500):
        lifted += page.evaluate(LIFT)
        if picker.step() == "over":
            break
        page.wait_for_timeout(15)
    assert page.locator("[data-testid=result]").count() == 1
    assert lifted > 4
