"""The table's page: fits every screen, tells refusals, hides nothing under a sheet; one to four seats; a lesson."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.e2e.conftest import House, Opener, lay, move, play_out, play_until_choosing, settle, state
from tests.e2e.picking import Picker
from tests.e2e.test_matches import sit_down
from tests.e2e.test_pages import faults

pytestmark = pytest.mark.timeout(1200)
SIZES = {"small phone": (320, 568), "phone": (390, 844), "tablet": (768, 1024), "desk": (1280, 800),
         "large": (1920, 1080), "desk at 200 %": (640, 400)}


def outside(page: Page, selector: str) -> list[str]:
    """What of these is cut off at the left or right, or smaller than a finger."""
    return list(page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
             const { left, right, width, height } = one.getBoundingClientRect();
             return left < 0 || right > innerWidth || width < 32 || height < 32 ? [one.outerHTML.slice(0, 80)] : [];
           })""", selector))


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_in_sight_and_without_fault(guest: Opener, size: str) -> None:
    """Items 9 and 10: nothing cut off, no sideways scroll, the hand above the fold, axe content, light and dark."""
    page = guest(size=SIZES[size], language="de-DE")
    play_until_choosing(page)
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert outside(page, ".near .marker, .hand .card") == []
        assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")
        assert faults(page) == []
    fold = page.evaluate("document.querySelector('.hand').getBoundingClientRect().bottom - innerHeight")
    assert fold <= 0
    names = page.evaluate(
        """[...document.querySelectorAll('.column .name')].every((one, i, all) => one.scrollWidth <= one.clientWidth + 1
             && (!i || one.getBoundingClientRect().left >= all[i - 1].getBoundingClientRect().right - 1))"""
    )
    assert names


@pytest.mark.parametrize(("game", "hand"), [
    ("hanamikoji", ".hand"), ("geishas_road", ".hand"), ("ingenious", ".rack"), ("tea_garden", "[data-area]"),
])
def test_a_phone_on_its_side_has_what_is_asked_beside_the_board(guest: Opener, game: str, hand: str) -> None:
    """The question, what one plays with and what confirms it are in sight without scrolling."""
    page = guest(size=(844, 390), language="de-DE")
    lay(page, game, ["me", "bot"])
    page.wait_for_selector(f"[data-board={game}]")
    picker, seen = Picker(page, seed=2), 0
    low = """(selector) => [...document.querySelectorAll(selector)]
      .filter((one) => one.getClientRects().length && one.getBoundingClientRect().bottom > innerHeight + 1)
      .map((one) => one.outerHTML.slice(0, 120))"""
    while len(picker.pressed) < 12 and picker.step() != "over":
        page.wait_for_timeout(30)
        if page.query_selector("dialog[open]") or not page.query_selector("[data-board] [data-pick]:not(:disabled)"):
            continue
        seen += 1
        assert page.evaluate(low, f"[data-prompt], [data-confirm], [data-board] :is({hand})") == [], picker.pressed
    assert seen >= 4


@pytest.mark.parametrize(
    ("seats", "options", "result"),
    [(1, {"players": "1"}, ("You have done it", "Not this time")), (2, {}, ("You have won", "Winner")),
     (3, {"players": "3"}, ("You have won", "Winner")), (4, {"players": "4"}, ("You have won", "Winner")),
     (4, {"players": "4", "teams": "pairs"}, ("Your team has won", "Winner"))],
    ids=["alone", "two", "three", "four", "pairs"],
)
def test_the_template_is_played_by_one_to_four(
    guest: Opener, seats: int, options: dict[str, str], result: tuple[str, ...]
) -> None:
    page = guest(phone=seats == 4)
    lay(page, "_template", ["me"] + ["bot"] * (seats - 1), None, **options)
    page.wait_for_selector(".board[data-board=_template]")
    assert settle(page) == "option"
    assert page.locator("[data-rival]").count() == seats - 1
    assert faults(page) == []
    assert play_out(page).startswith(result)
    assert faults(page) == []
    assert page.locator("[data-testid=ranking] li").count() == (2 if "teams" in options else seats if seats > 2 else 0)


def test_a_cup_is_dragged_and_the_choice_is_the_same_as_tapped(guest: Opener) -> None:
    page = guest()
    lay(page, "_template", ["me", "bot"])
    settle(page)
    page.drag_and_drop(".own", "[data-drop=pour]")
    assert page.get_attribute(".option[data-pick=pour]", "aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert page.get_attribute(".option[data-pick=pour]", "aria-pressed") == "false"
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] kbd")


def test_three_share_one_screen(guest: Opener) -> None:
    page = guest()
    lay(page, "_template", ["me", "me", "me"], players="3")
    for _ in range(12):
        if settle(page) == "over":
            break
        move(page)
    assert page.locator("[data-testid=ranking] li").count() == 3


def test_a_refusal_is_told_and_questions_and_chat_are_heard(guest: Opener) -> None:
    """Item 6."""
    host, friend = sit_down(guest, first=0)
    settle(host)
    host.click("[data-marker=discard]")
    host.click(".hand button >> nth=0")
    host.click(".hand button >> nth=0")
    host.click("[data-testid=confirm]")
    host.click("[data-testid=takeback]")
    friend.wait_for_selector("[data-testid=live] >> text=would like to take back")
    friend.click(".notice >> text=No")
    host.wait_for_selector("[data-testid=live] >> text=declined")
    host.click("#tab-chat")
    host.fill("[role=tabpanel] input", "Sorry!")
    host.press("[role=tabpanel] input", "Enter")
    friend.wait_for_selector("[data-testid=live] >> text=says: Sorry!")


def test_hint_and_taking_back_keep_their_places_and_who_looks_on_is_marked(guest: Opener) -> None:
    page, _ = sit_down(guest, first=0)
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page)
    where = "all => all.map((one) => Math.round(one.getBoundingClientRect().left))"
    before = page.locator("[data-testid=hint], [data-testid=takeback]").evaluate_all(where)
    assert page.is_enabled("[data-testid=hint]")
    assert page.is_disabled("[data-testid=takeback]")
    assert page.locator(".player .you").all_inner_texts() == ["you"]
    assert page.locator(".near .player .you").count() == 1
    move(page)
    page.wait_for_selector("[data-testid=takeback]:enabled")
    assert page.locator("[data-testid=hint], [data-testid=takeback]").evaluate_all(where) == before


def test_a_rematch_is_answered_in_the_end_sheet(guest: Opener) -> None:
    """Item 5."""
    host, friend = sit_down(guest, first=0)
    friend.click("[data-testid=menu]")
    friend.click("[data-testid=resign]")
    friend.click("[data-testid=resign-yes]")
    host.click("[data-testid=rematch]")
    friend.wait_for_selector("dialog[open] >> text=would like a rematch")
    assert friend.locator(".notice").count() == 0
    friend.click("dialog[open] >> text=No")
    host.wait_for_selector("text=The rematch was declined")


def test_a_late_player_is_told_and_the_notice_leaves_the_board_in_place(guest: Opener) -> None:
    """Items 8 and 18."""
    host, friend = sit_down(guest, first=1, clock={"kind": "move", "seconds": 2})
    friend.set_viewport_size({"width": 390, "height": 844})
    before = friend.evaluate("document.querySelector('.board').getBoundingClientRect().top")
    friend.wait_for_selector("text=Your time is up")
    assert friend.evaluate("document.querySelector('.board').getBoundingClientRect().top") == before
    host.wait_for_selector("text=has run out of time")
    assert host.inner_text("[data-testid=claim]") == "Claim the win"


def test_a_round_is_told_in_stages_and_the_end_follows_the_last(guest: Opener) -> None:
    """Item 15."""
    page = guest(calm=False)
    play_until_choosing(page)
    for _ in range(80):
        if settle(page) == "account":
            break
        move(page)
    page.wait_for_selector("caption >> text=secrets")
    page.click("[data-testid=account-skip]")
    assert page.locator("[data-testid=stages] tbody tr:not(.hidden)").count() == 10
    assert "Equal" in page.inner_text("[data-testid=stages]") or "More gifts" in page.inner_text("[data-testid=stages]")
    page.click("[data-testid=account-close]")
    page.emulate_media(reduced_motion="reduce")
    assert play_out(page)


def test_the_lesson_points_at_what_it_speaks_of_and_can_be_left(guest: Opener, house: House) -> None:
    page = guest()

    def teach(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(message: str | bytes) -> None:
            told = json.loads(message)
            if told.get("table"):
                told["table"]["lesson"] = True
            route.send(json.dumps(told))

        server.on_message(hear)

    page.route_web_socket("**/socket", teach)
    lay(page, "hanamikoji", ["me", "bot"], first="0")
    page.wait_for_selector("[data-testid=coach]")
    assert page.locator(".geishas[data-pointed]").count() == 1
    assert faults(page) == []
    for _ in range(3):
        page.click("[data-testid=coach-next]")
    assert page.locator("[data-marker=secret][data-pointed]").count() == 1
    assert page.locator("[data-marker]").count() == 1
    page.reload()
    page.wait_for_selector("[data-testid=coach]")
    page.click("[data-testid=coach-skip]")
    assert state(page) == "choose"
    assert page.locator("[data-marker]").count() == 4
    page.click("[data-testid=menu]")
    page.click("text=Bring the coach back")
    page.wait_for_selector("[data-testid=coach]")


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1366, 768)])
def test_the_hand_is_in_sight_beside_the_coach(guest: Opener, size: tuple[int, int]) -> None:
    """The lesson asks for cards: they lie in the window, with what chooses an action."""
    page = guest(size=size, level=None, language="pl-PL")
    page.click("[data-testid=learn-hanamikoji]")
    page.wait_for_selector("[data-testid=coach]")
    page.wait_for_selector(".hand .card")
    below = page.evaluate("document.querySelector('.hand').getBoundingClientRect().bottom - innerHeight")
    assert below <= 1
