"""Every page: no accessibility fault, in both sizes and themes; addresses behave; what is offered has a board."""

from __future__ import annotations

import json
import urllib.request

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import ROOT, UNKNOWN, House, Opener, hurry_out, move, play_now, settle, table_id

pytestmark = pytest.mark.timeout(1200)
PAGES = ("/", "/lobby", "/new", "/new/hanamikoji", "/rules", "/rules/hanamikoji", "/about", "/nowhere",
         "/rules/nonsense", "/new/nonsense")
SIZES = ((320, 568), (390, 844), (768, 1024), (1280, 800), (1920, 1080), (640, 400))
"""From a small phone to a large desk; the last is a desk at 200 %."""
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
def test_axe_finds_no_fault_at_any_size_light_and_dark(guest: Opener, path: str) -> None:
    page = guest(path, phone=True, language="de-DE")
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert faults(page) == [], (theme, width)
            assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width"), (theme, width)


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
    assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")


def test_replay_shows_everything_and_the_deal_can_be_checked(guest: Opener) -> None:
    page = guest()
    none = {"about": None, "module": None, "weights": None}  # a device without a Master of its own: the server reviews
    page.route("**/api/games/*/mind", lambda route: route.fulfill(json=none))
    play_now(page)
    hurry_out(page)
    page.click("[data-testid=review]")
    page.wait_for_selector(".scrub")
    assert table_id(page)
    assert faults(page) == []
    assert page.locator(".far .tiny").count() > 0  # at the first decision, the cards dealt and face up
    page.keyboard.press("End")
    page.wait_for_selector(".board[data-phase=over]")
    page.click("[data-testid=verify]")
    assert "fair" in page.inner_text("dialog[open] .fair")
    assert faults(page) == []
    page.keyboard.press("Escape")

    def blame(route: Route) -> None:
        """The bots of this house judge nothing: let the first decision be a mistake."""
        answer = route.fetch()
        review = answer.json()
        for decision in review["moves"][:1]:
            decision["loss"] = 0.3
        route.fulfill(response=answer, json=review)

    page.route("**/review", blame)
    page.keyboard.press("Shift+Home")  # before the deal, so that the first decision lies ahead
    page.click("[data-testid=ask-review]")
    page.wait_for_selector("figure svg")
    page.click("[data-testid=next-mistake]")
    page.click("[data-testid=better]")
    page.wait_for_selector("[data-testid=verdict] >> text=Better: ")
    assert page.locator(".board .hinted").count() > 0
    assert faults(page) == []
    page.keyboard.press("ArrowRight")
    page.reload()
    page.wait_for_selector(".scrub")
    assert page.input_value("input[type=range]") == "1"
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


def test_nothing_is_asked_of_another_host_and_the_policy_is_strict(guest: Opener, house: House) -> None:
    page = guest("/about")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(house.url)
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy.replace("'wasm-unsafe-eval'", "")  # modules of our own may be compiled
    play_now(page)
    settle(page)
    assert all(url.startswith((house.url, house.url.replace("http", "ws"))) for url in asked), asked


def test_an_unknown_table_and_a_dead_link_say_so(guest: Opener) -> None:
    for address in (f"/replay/{UNKNOWN}", f"/table/{UNKNOWN}"):
        guest(address).wait_for_selector("text=There is no such table")
    guest(f"/join/{UNKNOWN}").wait_for_selector("text=This link leads nowhere")


def test_a_new_table_explains_its_options_and_offers_only_what_there_is(guest: Opener) -> None:
    page = guest("/new/ingenious")
    first = page.locator("input[name=option-first]")
    first.first.wait_for(state="attached")
    assert first.count() == 3  # by lot, or one of two seats
    page.check("input[name=option-seats][value='4']", force=True)
    page.wait_for_selector("fieldset.seat >> nth=3")
    page.check("input[name=option-first][value='3']", force=True)
    page.check("input[name=option-seats][value='2']", force=True)
    page.wait_for_selector("fieldset.seat >> nth=2", state="detached")
    page.wait_for_selector("input[name=option-first][value=random]:checked", state="attached")
    told = page.inner_text("[data-testid=about-mode]")
    page.check("input[name=option-mode][value=solo]", force=True)
    page.wait_for_selector("fieldset.seat", state="detached")  # alone nobody is seated but oneself
    assert page.inner_text("[data-testid=about-mode]") not in ("", told)
    assert faults(page) == []
    page.click("[data-testid=lay]")
    page.wait_for_selector("[data-board=ingenious]")


def test_a_new_table_folds_variants_away_and_counts_players_in_order(guest: Opener) -> None:
    page = guest("/new/tea_garden", phone=True)
    page.wait_for_selector("[data-testid=variants]")
    players = page.locator("input[name=option-players]").evaluate_all("all => all.map((one) => one.value)")
    assert players == ["1", "2", "3", "4"]
    assert page.is_checked("input[name=option-players][value='2']")
    floor = page.locator("label:has(input[name=option-fresh-floor])").first
    assert not floor.is_visible()
    page.click("summary")
    assert floor.is_visible()
    assert page.locator("fieldset.seat >> nth=0").locator("label >> nth=0").inner_text() == "You"
    assert page.locator("fieldset.seat >> nth=1").locator("label >> nth=0").inner_text() == "At this screen"
    assert faults(page) == []


def test_settings_and_the_own_name_are_found_on_every_page(guest: Opener) -> None:
    page = guest(size=(320, 640))
    page.click("[data-testid=site-settings]")
    page.fill("dialog [data-testid=name]", "Kiku")
    page.click("dialog form button")
    page.wait_for_selector("text=Saved")
    page.click("dialog label:has-text('Larger')")
    assert page.evaluate("document.documentElement.style.getPropertyValue('--text')") == "1.3"
    assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")
    assert faults(page) == []
    page.goto(page.url + "lobby")
    page.wait_for_function("() => document.querySelector('[data-testid=name]')?.value === 'Kiku'")


def test_whoever_has_read_the_rules_can_learn_or_play_at_once(guest: Opener) -> None:
    page = guest("/rules/hanamikoji", phone=True)
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    page.click("[data-testid=learn-hanamikoji]")
    page.wait_for_selector("[data-testid=coach]")
