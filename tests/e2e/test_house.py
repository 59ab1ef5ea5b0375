"""The house around the tables: the first screen, friends and links, learning, going back, what does not come."""

from __future__ import annotations

import json
import time

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute

from tests.e2e.conftest import Opener, lay, play_now, play_out, play_until_choosing, settle, table_id
from tests.e2e.test_pages import faults

pytestmark = pytest.mark.timeout(1200)
OUTSIDE = """() => [...document.querySelectorAll(
    '[data-testid^=play-], [data-testid^=friend-], [data-testid=continue], .hero h1')].flatMap((one) => {
  const { top, left, right, bottom, width } = one.getBoundingClientRect();
  const isCut = one.scrollWidth > one.clientWidth + 1;
  return width && (top < 0 || left < 0 || right > innerWidth || bottom > innerHeight || isCut) ? [one.textContent] : [];
})"""


def unfinished(number: int, game: str) -> dict[str, object]:
    """A line of the lobby: a match against a bot that waits for us."""
    seat = {"level": None, "is_here": True, "away_since": None, "is_late": False}
    return {
        "id": f"{number:022}", "game": game, "options": {}, "status": "playing", "is_yours": True, "result": None,
        "clock": {"kind": "none", "seconds": 0, "added": 0}, "is_your_turn": number % 2 == 0,
        "made_at": time.time() - 3600, "changed_at": time.time() - 60 * number,
        "seats": [{**seat, "seat": 0, "kind": "person", "name": "Kiku", "is_yours": True},
                  {**seat, "seat": 1, "kind": "bot", "name": None, "level": "apprentice", "is_yours": False}],
    }


def offer(page: Page, games: list[str], matches: int) -> None:
    """Let the house have these games and the guest so many unfinished matches."""

    def house(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["games"] = [game for game in told["games"] if game["name"] in games]
        route.fulfill(response=answer, json=told)

    def tables(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["mine"] = [unfinished(number, games[number % len(games)]) for number in range(matches)]
        route.fulfill(response=answer, json=told)

    page.route("**/api/house", house)
    page.route("**/api/tables", tables)


def boards(page: Page) -> list[str]:
    """The games that are offered."""
    page.wait_for_load_state("networkidle")
    found = page.locator("[data-testid^=play-]").evaluate_all("all => all.map((one) => one.dataset.testid.slice(5))")
    return [str(name) for name in found]


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (390, 844), (320, 568), (844, 390)])
def test_the_first_screen_needs_no_scrolling(guest: Opener, size: tuple[int, int]) -> None:
    """Item 2: with one, two or all games, with none or five unfinished matches, in every language."""
    page = guest(size=size)
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    games = boards(page)
    for count in sorted({1, min(2, len(games)), len(games)}):
        for matches in (0, 5):
            page.unroute_all()
            offer(page, games[:count], matches)
            page.reload()
            page.wait_for_selector("#continue" if matches else "[data-testid=play-hanamikoji]", state="attached")
            page.wait_for_function("(n) => document.querySelectorAll('[data-testid^=play-]').length === n", arg=count)
            for language in ("en", "pl", "fr", "de"):
                page.select_option("[data-testid=language]", language)
                page.wait_for_selector(f"html[lang={language}]")
                assert page.evaluate(OUTSIDE) == [], (count, matches, language)
                assert page.evaluate("document.documentElement.scrollWidth <= visualViewport.width")


def test_the_words_of_welcome_stand_beside_the_tea_house(guest: Opener) -> None:
    """On phones too, upright and lying, in every language: no word touches the picture."""
    page = guest()
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    gap = """() => {
      const words = document.createRange();
      const ends = [...document.querySelectorAll('.hero .words > *')].flatMap((one) => {
        words.selectNodeContents(one);
        return [...words.getClientRects()].map(({ right }) => right);
      });
      return document.querySelector('.teahouse .house').getBoundingClientRect().left - Math.max(...ends);
    }"""
    for width, height in ((320, 568), (320, 640), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for language in ("en", "pl", "fr", "de"):
            page.select_option("[data-testid=language]", language)
            page.wait_for_selector(f"html[lang={language}]")
            assert page.evaluate(gap) >= 4, (width, height, language)


def test_a_newcomer_meets_the_novice_and_is_offered_the_lesson(guest: Opener) -> None:
    page = guest(level=None)
    page.wait_for_selector("text=New here?")
    assert page.is_checked("input[value=novice]")
    page.click("[data-testid=learn-hanamikoji]")
    page.wait_for_selector(".board")
    page.wait_for_selector("[data-testid=coach]")
    page.go_back()
    page.wait_for_selector("#continue")
    page.check("input[value=master]", force=True)
    page.reload()
    page.wait_for_selector("#continue")
    assert page.is_checked("input[value=master]")
    assert page.query_selector("text=New here?") is None


def test_a_newcomer_on_a_phone_is_told_where_to_begin_and_can_hit_what_is_meant(guest: Opener) -> None:
    page = guest(level=None, phone=True)
    page.wait_for_selector("[data-testid=newcomer] >> text=New here?")
    assert page.evaluate(OUTSIDE) == []
    low = """() => [...document.querySelectorAll('.games button, .levels label, .overhead .button, .board .button')]
      .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML)"""
    assert page.evaluate(low) == []
    page.tap("[data-testid=learn-ingenious]")
    page.wait_for_selector("[data-testid=coach]")
    assert page.evaluate(low) == []


def test_a_friend_is_invited_with_one_click(guest: Opener) -> None:
    page = guest()
    page.click("[data-testid=friend-hanamikoji]")
    link = page.input_value("#share-invite")
    friend = guest("/about", phone=True)
    friend.goto(link)
    friend.click("[data-testid=follow]")
    for player in (page, friend):
        player.wait_for_selector(".board")
    friend.go_back()  # the page of the link is no step in the history
    friend.wait_for_selector("text=About this house")


def test_a_name_typed_at_once_is_not_joined_to_the_made_up_one(guest: Opener) -> None:
    page = guest()
    page.click("[data-testid=friend-hanamikoji]")
    link = page.input_value("#share-invite")
    friend = guest("/about")

    def late(route: Route) -> None:
        friend.wait_for_timeout(700)
        route.continue_()

    friend.route("**/api/me", lambda route: late(route) if route.request.method == "GET" else route.continue_())
    friend.goto(link)
    friend.focus("#name")
    friend.keyboard.type("Ume")
    friend.wait_for_timeout(900)
    assert friend.input_value("#name") == "Ume"


def test_an_invitation_says_what_it_still_gives(guest: Opener) -> None:
    """Item 17: a full table can be watched, a finished one replayed."""
    host = guest()
    host.click("[data-testid=friend-hanamikoji]")
    link = "/join/" + host.input_value("#share-invite").rsplit("/", 1)[1]
    friend = guest(link)
    friend.click("[data-testid=follow]")
    friend.wait_for_selector(".board")
    third = guest(link)
    third.wait_for_selector("text=Every seat at this table is taken")
    assert third.query_selector("[data-testid=follow]") is None
    third.click("[data-testid=watch]")
    third.wait_for_selector(".board")
    friend.click("[data-testid=menu]")
    friend.click("[data-testid=resign]")
    friend.click("[data-testid=resign-yes]")
    friend.wait_for_selector("[data-testid=result]")
    late = guest(link)
    late.wait_for_selector("text=This match is over")
    late.click("[data-testid=replay]")
    late.wait_for_selector(".scrub")


def test_carrying_is_no_invitation_and_the_old_device_knows_why(guest: Opener) -> None:
    """Item 7."""
    page = guest()
    play_until_choosing(page)
    page.click("[data-testid=menu]")
    page.click("[data-testid=share]")
    page.click("[data-testid=carry]")
    other = guest("/carry/" + page.input_value("#share-carry").rsplit("/", 1)[1])
    assert other.inner_text("h1") == "Continue on this device"
    other.click("[data-testid=follow]")
    settle(other)
    page.wait_for_selector("h2 >> text=You carried this seat on to another device")
    page.reload()
    page.wait_for_selector("h2 >> text=You carried this seat on to another device")


def test_back_after_a_rematch_leaves_and_the_result_stays_to_be_seen(guest: Opener) -> None:
    """Item 3."""
    page = guest()
    play_until_choosing(page)
    first = page.url
    page.click("[data-testid=menu]")
    page.click("[data-testid=resign]")
    page.click("[data-testid=resign-yes]")
    page.click("[data-testid=rematch]")
    page.wait_for_function("(first) => location.href !== first", arg=first)
    page.wait_for_selector(".board")
    page.go_back()
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    page.goto(first)
    page.wait_for_selector("[data-testid=result]")
    page.wait_for_timeout(500)
    assert page.url == first


def test_a_page_that_does_not_come_says_so_and_one_table_is_laid(guest: Opener) -> None:
    """Item 4: the page's part is missing; whatever is pressed, there is one table, and loading anew opens it."""
    page = guest()
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    page.route("**/assets/Table-*.js", lambda route: route.abort("internetdisconnected"))
    page.click("[data-testid=play-hanamikoji]")
    page.wait_for_selector("[data-testid=failed]")
    first = table_id(page)
    page.click("[data-testid=failed] a")
    page.click("[data-testid=play-hanamikoji]")
    page.wait_for_selector("[data-testid=failed]")
    assert table_id(page) == first
    page.unroute_all()
    page.click("[data-testid=load-anew]")
    page.wait_for_selector(".board")
    page.goto(page.url.split("/table/")[0])
    page.wait_for_selector("#continue")
    assert page.locator("[data-testid=continue]").count() == 1
    play_now(page)
    assert table_id(page) != first


def test_a_board_that_does_not_come_says_so(guest: Opener) -> None:
    page = guest()
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    page.route("**/assets/Board-*.js", lambda route: route.abort("internetdisconnected"))
    page.click("[data-testid=play-hanamikoji]")
    page.wait_for_selector("[data-testid=failed]")
    page.unroute_all()
    page.click("[data-testid=load-anew]")
    page.wait_for_selector(".board")


def test_a_game_being_compiled_tells_how_far_it_is_and_its_table_opens_by_itself(guest: Opener) -> None:
    page = guest()
    lines: list[WebSocketRoute] = []
    held: list[str | bytes] = []

    def door(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def tell(text: str | bytes) -> None:
            if not held:
                told = json.loads(text)
                told["table"]["preparing"] = {"stage": "rules", "progress": 0.4}
                line.send(json.dumps({**told, "view": None, "legal": None, "steps": []}))
            held.append(text)

        server.on_message(tell)

    page.route_web_socket("**/socket", door)
    page.click("[data-testid=play-hanamikoji]")
    page.wait_for_selector("[data-testid=preparing]")
    assert page.get_attribute("progress", "value") == "0.4"
    assert faults(page) == []
    for text in held:
        lines[0].send(text)
    page.wait_for_selector(".board")


def test_bots_among_themselves_are_watched(guest: Opener) -> None:
    """Item 14."""
    page = guest("/new/hanamikoji")
    page.check("input[name=seat-0][value=bot]", force=True)
    page.click("[data-testid=lay]")
    page.wait_for_selector(".board")
    assert page.locator(".hand button").count() == 0
    assert play_out(page)


def test_the_lobby_tells_clock_and_options_and_public_matches_are_watched(guest: Opener) -> None:
    """Item 17."""
    host = guest()
    lay(host, "hanamikoji", ["me", "open"], {"kind": "move", "seconds": 90}, first="1")
    friend = guest("/lobby")
    row = friend.locator("[data-testid=line]", has_text="90 seconds per move").first
    row.get_by_text("Starting player: Second seat").wait_for()  # the game's own texts come after the page
    row.locator("[data-testid=sit]").click()
    friend.wait_for_selector(".board")
    watcher = guest("/lobby")
    played = watcher.locator("[data-testid=line]", has_text="90 seconds per move").first
    assert "Starting player" not in played.inner_text()  # it has begun
    watcher.click("[data-testid=look] >> nth=0")
    watcher.wait_for_selector(".board")
    assert watcher.locator(".hand button").count() == 0


def test_an_unfinished_match_is_put_away_and_taken_back(guest: Opener) -> None:
    page = guest()
    play_now(page)
    page.goto(page.url.split("/table/")[0] + "/lobby")
    page.click("[data-testid=put-away]")
    page.wait_for_selector("[data-testid=put-away]", state="detached")
    page.click("[data-testid=take-back]")
    page.wait_for_selector("[data-testid=put-away]")


def test_addresses_of_no_game_say_so(guest: Opener) -> None:
    for address in ("/rules/nonsense", "/rules/web", "/new/nonsense"):
        page = guest(address)
        page.wait_for_selector("main >> text=There is no such game")
        assert "option." not in page.inner_text("main")
