"""Every page: no accessibility fault, in both sizes and themes; addresses behave; what is offered has a board."""

from __future__ import annotations

import json
import urllib.request

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import DESK, PHONE, ROOT, UNKNOWN, House, Opener, hurry_out, move, play_now, settle, table_id

pytestmark = pytest.mark.timeout(1200)
PAGES = ("/", "/lobby", "/new", "/new/hanamikoji", "/rules", "/rules/hanamikoji", "/about", "/nowhere")
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def faults(page: Page) -> list[str]:
    """What axe finds wrong, WCAG 2.2 AA and best practice."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    page.evaluate(  # what moves or changes its colour comes to rest, however slow the machine
        """async () => {
          for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
          await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
        }"""
    )
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    first = [(one["id"], one["nodes"][0]) for one in found["violations"]]
    return [f"{name}: {node['html'][:160]} {node.get('failureSummary', '')}" for name, node in first]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_fault_on_phone_and_desk_light_and_dark(guest: Opener, path: str) -> None:
    page = guest(path, phone=True)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        for size in (PHONE, DESK):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            assert faults(page) == [], (theme, size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (theme, size)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_axe_finds_no_fault_at_the_table(guest: Opener, phone: bool) -> None:
    page = guest(phone=phone, dark=not phone)
    play_now(page)
    seen: set[str] = set()
    for _ in range(60):
        now = settle(page)
        if now not in seen:
            seen.add(now)
            assert faults(page) == [], now
            if now == "choose":
                page.click("[data-marker] >> nth=-1")
                page.click(".hand button >> nth=0")
                assert faults(page) == [], "picking"
                page.click("[data-testid=clear]")
        if {"choose", "answer"} <= seen or now == "over":
            break
        move(page)
    assert "choose" in seen
    if "over" not in seen:
        page.click("[data-testid=menu]")
        assert faults(page) == [], "menu"
        page.click("[data-testid=resign]")
        page.click("[data-testid=resign-yes]")
        page.wait_for_selector("[data-testid=result]")
        assert faults(page) == [], "over"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_replay_shows_everything_and_the_deal_can_be_checked(guest: Opener) -> None:
    page = guest()
    play_now(page)
    hurry_out(page)
    page.click("[data-testid=review]")
    page.wait_for_selector(".scrub")
    assert table_id(page)
    assert faults(page) == []
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    assert "step=14" in page.url
    assert page.locator(".far .tiny").count() > 0
    page.keyboard.press("End")
    page.wait_for_selector(".board[data-phase=over]")
    page.click("[data-testid=verify]")
    assert "fair" in page.inner_text(".fair")

    def blame(route: Route) -> None:
        """The bots of this house judge nothing: let the first decision be a mistake."""
        answer = route.fetch()
        review = answer.json()
        for decision in review["moves"][:1]:
            decision["loss"] = 0.3
        route.fulfill(response=answer, json=review)

    page.route("**/review", blame)
    page.keyboard.press("Home")
    page.click("[data-testid=ask-review]")
    page.wait_for_selector("figure svg")
    page.click("[data-testid=next-mistake]")
    page.click("[data-testid=better]")
    page.wait_for_selector(".mistake >> text=Better: ")
    assert page.locator(".board .hinted").count() > 0
    assert faults(page) == []
    page.reload()
    page.wait_for_selector(".scrub")
    assert page.input_value("input[type=range]") != "0"
    with page.expect_download() as download:
        page.click("a[download]")
    assert "hanamikoji" in download.value.path().read_text()


def test_only_games_with_a_board_are_offered_and_never_the_template(guest: Opener, house: House) -> None:
    with urllib.request.urlopen(f"{house.url}/api/house") as answer:
        register = {game["name"] for game in json.load(answer)["games"]}
    boards = {path.parent.name for path in (ROOT / "web" / "src" / "games").glob("*/Board.svelte")}
    assert "_template" in register
    page = guest()
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    page.wait_for_load_state("networkidle")
    buttons = page.query_selector_all("[data-testid^=play-]")
    offered = {str(button.get_attribute("data-testid")).removeprefix("play-") for button in buttons}
    assert offered == {name for name in register & boards if not name.startswith("_")}


def test_a_board_needs_no_more_than_its_folder_the_template_is_played(guest: Opener) -> None:
    page = guest("/new/_template")
    page.click("[data-testid=lay]")
    page.click(".choices button >> nth=0")
    page.wait_for_selector("[data-testid=result]")


def test_nothing_is_asked_of_another_host_and_the_policy_is_strict(guest: Opener, house: House) -> None:
    page = guest("/about")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(house.url)
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    play_now(page)
    settle(page)
    assert all(url.startswith((house.url, house.url.replace("http", "ws"))) for url in asked), asked


def test_an_unknown_table_and_a_dead_link_say_so(guest: Opener) -> None:
    for address in (f"/replay/{UNKNOWN}", f"/table/{UNKNOWN}"):
        guest(address).wait_for_selector("text=There is no such table")
    guest(f"/join/{UNKNOWN}").wait_for_selector("text=This link leads nowhere")
