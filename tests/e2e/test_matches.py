"""Whole matches: against a bot, between two browsers, on one screen, by keyboard alone; a line cut and restored."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Opener, move, play_now, play_out, play_until_choosing, settle, sit_together, state
from tests.e2e.drawing import PRESSED, assert_drawn_at_once, stands_still, watch_shifts

pytestmark = pytest.mark.timeout(1200)


def test_a_newcomer_plays_a_whole_match_against_a_bot_with_one_click_to_the_table(guest: Opener) -> None:
    page = guest(phone=True, calm=False)
    watch_shifts(page)
    play_now(page)
    for _ in range(8):
        settle(page)
        move(page)
    page.emulate_media(reduced_motion="reduce")  # seen with motion; the rest goes quicker without
    assert play_out(page)
    assert stands_still(page)
    page.click("[data-testid=rematch]")
    page.wait_for_function("() => !document.querySelector('[data-testid=result]')")
    assert settle(page) in ("choose", "answer", "wait")


def test_a_local_choice_is_drawn_within_50_ms(guest: Opener) -> None:
    page = guest()
    play_until_choosing(page)
    assert_drawn_at_once(page, PRESSED % "[data-marker]")


def test_a_half_made_choice_can_be_undone_and_nothing_else_reacts(guest: Opener) -> None:
    page = guest(phone=True)
    play_until_choosing(page)
    cards = page.locator(".hand button").count()
    page.click(".hand button >> nth=0")
    page.click(".hand button >> nth=0")
    assert page.locator(".slots button").count() == 2
    page.click(".slots button >> nth=0")
    assert page.locator(".slots button").count() == 1
    page.click("[data-testid=clear]")
    assert page.locator(".hand button").count() == cards
    assert page.locator(".side.far button").count() == page.locator(".last button").count()
    assert page.locator(".geishas button").count() == 0


def sit_down(guest: Opener, *, first: int, clock: dict[str, object] | None = None) -> tuple[Page, Page]:
    """Two people at one table; the seat that begins is chosen."""
    host, friend = guest(), guest()
    sit_together([host, friend], "hanamikoji", clock, first=str(first))
    return host, friend


def test_two_browsers_and_a_spectator_share_a_match(guest: Opener) -> None:
    host = guest("/new/hanamikoji")
    host.check("input[name=seat-1][value=open]", force=True)
    host.click("[data-testid=lay]")
    invitation = host.input_value("#share-invite")
    watching = host.input_value("#share-watch")
    friend = guest("/join/" + invitation.rsplit("/", 1)[1], phone=True, dark=True)
    friend.fill("#name", "Ume")
    friend.click("[data-testid=follow]")
    friend.wait_for_selector(".board")
    host.wait_for_selector(".board")
    spectator = guest("/watch/" + watching.rsplit("/", 1)[1])
    spectator.wait_for_selector(".board")
    assert spectator.locator(".hand button").count() == 0
    assert host.locator(".far .name").inner_text() == "Ume"
    friend.click("button[aria-label='Chat']")
    friend.fill("dialog input", "<b>Good luck</b>")
    friend.press("dialog input", "Enter")
    host.click("#tab-chat")
    host.wait_for_selector("[role=tabpanel] >> text=<b>Good luck</b>")
    friend.keyboard.press("Escape")
    for _ in range(300):
        if state(host) == "over" and state(friend) == "over":
            break
        for page in (host, friend):
            if state(page) not in ("wait", "over"):
                move(page)
        host.wait_for_timeout(40)
    results = {host.inner_text("[data-testid=result]"), friend.inner_text("[data-testid=result]")}
    assert len(results) == 2 or results == {"A draw"}
    spectator.click("[data-testid=account-close]")
    spectator.wait_for_selector("[data-testid=result]")


def test_two_players_share_one_screen_behind_a_curtain(guest: Opener) -> None:
    page = guest("/new/hanamikoji", calm=False)
    page.check("input[name=seat-1][value=me]", force=True)
    page.fill("#name-0", "Kiku")
    page.fill("#name-1", "Ume")
    shown: list[int | None] = []
    """Whose view came over the line, one after the other; None is the public one."""

    def received(text: str | bytes) -> None:
        if '"view":{' in str(text):
            shown.append(json.loads(text)["view"]["viewer"])

    page.on("websocket", lambda line: line.on("framereceived", received))
    page.evaluate(
        """() => { window.faults = []; new MutationObserver(() => {
             const curtain = document.querySelector('.curtain');
             if (!curtain) return;
             if (document.querySelector('.board')) window.faults.push('board');
             if (/you /i.test(document.querySelector('[data-testid=live]').textContent)) window.faults.push('voice');
             if (/\\byou\\b/i.test(document.querySelector('.beside ol')?.textContent)) window.faults.push('log');
           }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true }); }"""
    )
    page.click("[data-testid=lay]")
    lifted = set()
    for _ in range(400):
        now = settle(page)
        if now == "over":
            break
        if now == "curtain":
            assert page.query_selector(".board") is None
            lifted.add(page.inner_text(".curtain button"))
            page.click(".curtain button")
            page.wait_for_selector(".board")
            if len(lifted) == 2:
                page.emulate_media(reduced_motion="reduce")  # seen with motion; the rest goes quicker without
        else:
            move(page)
    assert lifted == {"I am Kiku", "I am Ume"}
    assert page.inner_text("[data-testid=result]")
    assert page.evaluate("window.faults") == []
    turns = [seat for before, seat in pairwise([None, *shown]) if seat != before]
    assert {(before, seat) for before, seat in pairwise(turns)} <= {(0, None), (None, 1), (1, None), (None, 0)}


def test_a_whole_match_by_keyboard_alone(guest: Opener) -> None:
    """At most three keys a decision beyond the choice itself, and the focus never falls to the page."""
    page = guest()
    keys = page.keyboard

    def pressed(*names: str) -> int:
        for name in names:
            keys.press(name)
            page.wait_for_timeout(30)
        return len(names)

    def on_board() -> bool:
        return bool(page.evaluate("document.querySelector('.board')?.contains(document.activeElement)"))

    for _ in range(60):
        if page.evaluate("document.activeElement?.dataset.testid === 'play-hanamikoji'"):
            break
        keys.press("Tab")
    keys.press("Enter")
    page.wait_for_selector(".board")
    picks = {"secret": 1, "discard": 2, "gift": 3, "competition": 4}
    began = False
    for _ in range(200):
        now = settle(page)
        if now == "over":
            break
        if now == "account":
            page.wait_for_selector("dialog[open] [data-testid=account-close]")
            for _ in range(4):
                if page.evaluate("document.activeElement?.dataset.testid === 'account-close'"):
                    break
                keys.press("Tab")
            keys.press("Enter")
        else:
            assert not began or on_board(), page.evaluate("document.activeElement.outerHTML")
            choice = 1
            extra = pressed("2") if now == "answer" else 0
            if now == "choose":
                marker = str(page.get_attribute("[data-marker]:not([disabled]) >> nth=-1", "data-marker"))
                choice = 1 + picks[marker]
                extra = pressed(str(list(picks).index(marker) + 1), *map(str, range(1, picks[marker] + 1)))
            assert page.evaluate("document.activeElement?.dataset.testid") == "confirm"
            extra += pressed("Enter") - choice
            assert extra <= 3
            began = True
        page.wait_for_timeout(80)
    assert page.inner_text("[data-testid=result]")
    told = page.inner_text("[data-testid=live]")
    assert told.strip()


def test_a_line_cut_in_the_middle_of_an_offer_is_restored(guest: Opener) -> None:
    page = guest()
    play_now(page)
    while settle(page) != "answer":
        move(page)
        assert state(page) != "over"
    offered = page.inner_text("[data-testid=prompt]")
    page.context.set_offline(True)
    page.wait_for_selector("[data-line=lost]")
    assert page.is_disabled("[data-group] >> nth=0")
    page.context.set_offline(False)
    page.wait_for_selector("[data-line=open], [data-line=saved]")
    assert page.inner_text("[data-testid=prompt]") == offered
    move(page)
    assert settle(page) in ("choose", "answer", "account", "over")
    assert "Adept" in page.inner_text("[data-testid=lately]")  # the rival's last move stays in sight


def test_a_reload_finds_the_same_table(guest: Opener) -> None:
    page = guest()
    play_until_choosing(page)
    hand = page.locator(".hand li").all_inner_texts()
    page.reload()
    settle(page)
    assert page.locator(".hand li").all_inner_texts() == hand
    page.go_back()
    page.wait_for_selector("[data-testid=play-hanamikoji]")
    page.wait_for_selector("#continue")


def test_resigning_ends_the_match(guest: Opener) -> None:
    page = guest(phone=True)
    play_now(page)
    settle(page)
    page.click("[data-testid=menu]")
    page.click("[data-testid=resign]")
    page.click("[data-testid=resign-yes]")
    assert "Adept" in page.inner_text("[data-testid=result]")


@pytest.mark.parametrize(
    ("language", "greeting", "secret"),
    [("en-GB", "A table is laid for you", "Secret"), ("pl-PL", "Stół już czeka", "Sekret"),
     ("fr-FR", "Votre table est prête", "Secret"), ("de-DE", "Dein Tisch ist gedeckt", "Geheimnis")],
)
def test_each_language_is_spoken(guest: Opener, language: str, greeting: str, secret: str) -> None:
    page = guest(language=language, phone=language == "pl-PL", dark=language == "de-DE")
    assert page.inner_text("h1") == greeting
    assert page.get_attribute("html", "lang") == language[:2]
    play_now(page)
    for _ in range(3):
        settle(page)
        assert page.locator(".side.near .markers").inner_text().startswith(secret)
        move(page)
    assert "{" not in page.inner_text("main")
    assert "board." not in page.inner_text("main")
    page.click("[data-testid=menu]")
    page.select_option("dialog [data-testid=language]", "fr")
    page.wait_for_selector("html[lang=fr]")


def test_a_hint_is_shown_on_the_board_and_told_in_the_log(guest: Opener) -> None:
    page = guest()
    play_until_choosing(page)
    page.click("[data-testid=hint]")
    page.wait_for_selector(".notice.hint")
    assert page.locator(".board .hinted").count() > 0
    assert "You ask for a hint" in page.inner_text("[role=tabpanel]")
    move(page)
    page.wait_for_selector(".notice.hint", state="detached")


def test_a_move_can_be_taken_back_while_nothing_was_revealed(guest: Opener) -> None:
    host = guest("/new/hanamikoji")
    host.check("input[name=seat-1][value=open]", force=True)
    host.check("input[name=option-first][value='0']", force=True)
    host.check("input[name=clock][value=match]", force=True)
    host.click("[data-testid=lay]")
    friend = guest("/join/" + host.input_value("#share-invite").rsplit("/", 1)[1])
    friend.click("[data-testid=follow]")
    friend.wait_for_selector(".board")
    assert settle(host) == "choose"
    assert host.locator("[role=timer]").count() == 2
    host.click("[data-marker=discard]")
    host.click(".hand button >> nth=0")
    host.click(".hand button >> nth=0")
    host.click("[data-testid=confirm]")
    settle(friend)
    host.click("[data-testid=takeback]")
    friend.click("[data-testid=agree]")
    host.wait_for_selector("[data-marker=discard]")
    assert host.locator(".hand button").count() == 7


def test_people_agree_on_a_rematch(guest: Opener) -> None:
    host = guest("/new/hanamikoji")
    host.check("input[name=seat-1][value=open]", force=True)
    host.click("[data-testid=lay]")
    friend = guest("/join/" + host.input_value("#share-invite").rsplit("/", 1)[1])
    friend.click("[data-testid=follow]")
    friend.wait_for_selector(".board")
    first = friend.url
    friend.click("[data-testid=menu]")
    friend.click("[data-testid=resign]")
    friend.click("[data-testid=resign-yes]")
    host.click("[data-testid=rematch]")
    friend.wait_for_selector("[data-testid=result]")
    friend.click("[data-testid=rematch]")
    for page in (host, friend):
        page.wait_for_function("(first) => location.href !== first", arg=first)
        page.wait_for_selector(".board")
    assert host.url == friend.url


def test_sounds_are_low_at_first_and_the_switch_is_remembered(guest: Opener) -> None:
    page = guest()
    page.context.add_init_script(
        """window.tones = 0; const make = AudioContext.prototype.createOscillator;
           AudioContext.prototype.createOscillator = function () { window.tones++; return make.call(this); };"""
    )
    page.reload()
    play_until_choosing(page)
    page.click(".hand button >> nth=0")
    assert page.evaluate("window.tones") > 0
    page.click("[data-testid=menu]")
    page.click("[data-testid=settings]")
    assert page.get_attribute("[data-testid=sounds]", "aria-checked") == "true"
    page.click("[data-testid=sounds]")
    page.keyboard.press("Escape")
    page.reload()
    settle(page)
    page.click(".hand button >> nth=0")
    assert page.evaluate("window.tones") == 0
    page.click("[data-testid=menu]")
    page.click("[data-testid=settings]")
    assert page.get_attribute("[data-testid=sounds]", "aria-checked") == "false"


def test_the_seat_of_a_leaver_is_handed_to_a_bot(guest: Opener) -> None:
    host, friend = sit_down(guest, first=1)
    friend.context.close()
    host.click("[data-testid=hand-over]")
    host.wait_for_selector(".far .name:text('Adept')")
    assert "A bot takes over" in host.inner_text("[role=tabpanel]")
    assert settle(host) in ("choose", "answer")
    move(host)


def test_a_match_is_claimed_when_the_clock_of_the_other_has_run_out(guest: Opener) -> None:
    host, friend = sit_down(guest, first=1, clock={"kind": "move", "seconds": 2})
    assert "running" in str(friend.get_attribute(".near [role=timer]", "class"))
    host.click("[data-testid=claim]")
    assert host.inner_text("[data-testid=result]") == "You have won"
    assert "run out" in friend.inner_text("dialog[open]")


def test_a_seat_is_carried_to_another_device(guest: Opener) -> None:
    page = guest()
    play_until_choosing(page)
    hand = page.locator(".hand li").all_inner_texts()
    page.click("[data-testid=menu]")
    page.click("[data-testid=share]")
    page.click("[data-testid=carry]")
    link = page.input_value("#share-carry")
    other = guest("/carry/" + link.rsplit("/", 1)[1], phone=True)
    other.click("[data-testid=follow]")
    assert settle(other) == "choose"
    assert other.locator(".hand li").all_inner_texts() == hand
    move(other)
    page.wait_for_function("() => !document.querySelector('.hand button')")
