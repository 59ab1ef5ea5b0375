"""Analysis in a replay: the browser's own Master thinks, other actions are tried, a link shares what was tried."""

from __future__ import annotations

import asyncio
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page

from ochaya.client import Client
from tests.e2e.conftest import House, Opener, play_until_choosing
from tests.e2e.test_pages import faults
from tests.server.running import play_random
from tests.wasm.twins import description_of

pytestmark = pytest.mark.timeout(1200)
WATCH = """() => {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: 'longtask' });
}"""


def finished(house: House, game: str) -> str:
    """Play a match at random against bots, by the server's own door; gives its id."""

    async def play() -> str:
        async with Client(house.url) as client:
            laid = await client.play_now(game)
            async with client.sit(laid["id"]) as table:
                await play_random(table, random.Random(1))
            return str(laid["id"])

    with ThreadPoolExecutor(1) as other:  # this thread has a loop already, Playwright's
        return other.submit(asyncio.run, play()).result()


def iterations(page: Page) -> int:
    """How many lines of play the page says were looked at."""
    return int(re.sub(r"\D", "", page.inner_text("[data-testid=iterations]")) or 0)


def analyse(guest: Opener, house: House, game: str, *, phone: bool = False, device: str = "") -> tuple[Page, float]:
    """Open an early moment of a finished match and begin the analysis; gives the seconds until something was said."""
    description_of(game)
    page = guest(f"/replay/{finished(house, game)}", phone=phone)
    if device:
        page.add_init_script(device)
        page.reload()
    page.wait_for_selector("[data-testid=analyse]")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("ArrowRight")  # the second decision: wherever a match ends, it is not over there
    page.evaluate(WATCH)
    begun = time.monotonic()
    page.click("[data-testid=analyse]")
    page.wait_for_selector("[data-testid=best-share]")
    return page, time.monotonic() - begun


def look_and_try(page: Page, guest: Opener) -> None:
    """The thought grows; an action is tried, shared by its address, opened elsewhere, taken back."""
    early = iterations(page)
    while iterations(page) <= early:
        page.wait_for_timeout(100)
    assert page.get_attribute("[data-testid=chance-bar]", "aria-label")
    page.click("[data-testid=mode-open]")
    page.wait_for_selector("[data-testid=best-share]")
    page.click("[data-testid=mode-seat]")
    page.wait_for_selector("[data-testid=best-share]")
    page.click("[data-testid=try-best] >> nth=0")
    page.wait_for_selector("[data-testid=variations] li")
    page.wait_for_url(re.compile(r"line=\d"))
    told = page.inner_text("[data-testid=variations]")
    other = guest(re.sub(r"https?://[^/]+", "", page.url))
    other.wait_for_selector("[data-testid=variations] li")
    assert other.inner_text("[data-testid=variations]") == told
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"line=$"))
    page.click("[data-testid=forget-variation]")
    page.wait_for_selector("[data-testid=variations]", state="detached")
    page.click("[data-testid=analyse]")
    page.wait_for_selector("[data-testid=analysis]", state="detached")


def test_a_finished_match_is_analysed_on_the_device(guest: Opener, house: House) -> None:
    page, _ = analyse(guest, house, "hanamikoji")
    look_and_try(page, guest)


def test_the_side_one_looks_from_stays_until_one_asks_for_the_other(guest: Opener, house: House) -> None:
    page, _ = analyse(guest, house, "hanamikoji")
    def names() -> list[str]:
        return [page.inner_text(f"{side} .who").split("\n")[0] for side in (".near", ".far")]

    before = names()
    assert before[0] != before[1]
    for _ in range(6):
        if page.locator("[data-testid=turn-table]").count():
            break
        tried = page.locator("[data-testid=variations] li").count()
        page.click("[data-testid=try-best] >> nth=0")
        page.wait_for_function("(n) => document.querySelectorAll('[data-testid=variations] li').length > n", arg=tried)
        page.wait_for_selector("[data-testid=try-best]")
        assert names() == before
    page.click("[data-testid=turn-table]")
    assert names() == before[::-1]
    page.wait_for_selector(".near .hand button, [data-group]:not([disabled])")
    page.click("[data-testid=analyse]")
    page.wait_for_selector("[data-testid=analysis]", state="detached")
    assert names() == before


@pytest.mark.parametrize(("phone", "charging", "workers"), [(False, True, 4), (False, False, 2), (True, True, 2)],
                         ids=["at a desk", "on battery", "on a phone"])
def test_as_many_think_as_the_device_can_spare(
    guest: Opener, house: House, phone: bool, charging: bool, workers: int,
) -> None:
    device = f"""
      Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {{ get: () => 8 }});
      Navigator.prototype.getBattery = async () => ({{ charging: {str(charging).lower()} }});"""
    page, _ = analyse(guest, house, "hanamikoji", phone=phone, device=device)
    assert len(page.workers) == workers
    early = iterations(page)
    while iterations(page) <= early:
        page.wait_for_timeout(100)
    if phone:
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width"), width
            assert faults(page) == [], width


@pytest.mark.deep
@pytest.mark.parametrize("game", ["hanamikoji", "geishas_road", "ingenious", "tea_garden"])
def test_every_game_is_analysed_at_once_and_the_page_never_stalls(guest: Opener, house: House, game: str) -> None:
    page, seconds = analyse(guest, house, game)
    assert seconds < 2
    page.wait_for_timeout(3000)
    assert page.evaluate("window.longTasks") == []
    look_and_try(page, guest)


def test_a_hint_and_a_review_are_thought_about_on_the_device(guest: Opener, house: House) -> None:
    description_of("hanamikoji")
    page = guest()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    play_until_choosing(page)
    page.click("[data-testid=hint]")
    page.wait_for_selector(".notice.hint")
    assert page.locator(".board .hinted").count() > 0
    hints = [frame for frame in sent if '"hint"' in frame]
    assert len(hints) == 1
    assert '"own":true' in hints[0]
    page.goto(f"{house.url}/replay/{finished(house, 'hanamikoji')}")
    page.click("[data-testid=review-quick]")
    page.wait_for_selector("figure svg .line")
    page.wait_for_selector("progress", state="detached")
    assert not [one for one in asked if one.startswith("POST") and one.endswith("/review")]
