"""Take the pictures of docs/screens: every page and the board in each phase, phone and desk, light and dark.

Run by `make screens`. The bots play at random and the deal is drawn anew, so the pictures differ a little each time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from playwright.sync_api import Page

from tests.e2e.conftest import House, move, play_now, settle
from tools.studio import DESK, PHONE, SCREENS, Studio, emptied, studio

PAGES = {
    "welcome": "/", "tables": "/lobby", "new-table": "/new/hanamikoji", "rules": "/rules/hanamikoji", "about": "/about",
}
SETS = (
    ("phone-light", "en-GB"), ("desk-light", "en-GB"), ("phone-dark", "pl-PL"), ("desk-dark", "de-DE"),
    ("phone-light-french", "fr-FR"),
)
QUALITY = 52


def main() -> None:
    """Take them all, or the sets named as arguments."""
    with studio(bots=1, pace=1.0) as place:
        for name, language in SETS:
            if name in sys.argv[1:] or len(sys.argv) == 1:
                take(place, name, language)
                print(f"docs/screens/{name}", flush=True)


def take(place: Studio, name: str, language: str) -> None:
    """One size, one theme, one language: the pages, then a match from the first choice to the review."""
    phone = name.startswith("phone")
    folder = emptied(SCREENS / name)
    with place.guest(PHONE if phone else DESK, language, dark="dark" in name, touch=phone) as page:

        def shot(what: str, whole: bool = False, wait: float = 450) -> None:
            page.wait_for_timeout(wait)
            page.screenshot(path=folder / f"{what}.jpg", type="jpeg", quality=QUALITY, full_page=whole)

        walk(page, place.house, shot, phone=phone)


def walk(page: Page, house: House, shot: Callable[..., None], *, phone: bool) -> None:
    """From the lesson to the review of a match, then every page."""
    page.goto(house.url)
    page.click("[data-testid=learn-hanamikoji]")
    page.wait_for_selector("[data-testid=coach]", timeout=400_000)
    shot("lesson")
    page.goto(house.url)
    play_now(page)
    seen: set[str] = set()
    match(page, shot, seen)
    shot("end")
    page.click("[data-testid=review]")
    page.wait_for_selector(".scrub")
    page.click("[data-testid=review-quick], [data-testid=ask-review]")  # by the device where it can, else by the house
    page.wait_for_selector("figure svg", timeout=240_000)
    page.wait_for_selector("progress", state="detached", timeout=240_000)
    if page.query_selector("[data-testid=next-mistake]"):
        page.click("[data-testid=next-mistake]")
        page.click("[data-testid=better]")
    else:
        for _ in range(24):
            page.keyboard.press("ArrowRight")
    shot("review", whole=phone)
    for what, path in PAGES.items():
        page.goto(house.url + path)
        page.wait_for_load_state("networkidle")
        shot(what, whole=True)
    people(page, house, shot)
    while "round" not in seen:  # the first match was over after one round
        page.goto(house.url)
        page.check("input[name=level][value=novice]", force=True)
        play_now(page)
        match(page, shot, seen)


def people(page: Page, house: House, shot: Callable[..., None]) -> None:
    """A table that waits for a friend, the friend's invitation, and two players at one screen."""
    page.goto(f"{house.url}/new/hanamikoji")
    page.check("input[name=seat-1][value=open]", force=True)
    page.click("[data-testid=lay]")
    invitation = page.input_value("#share-invite")
    shot("waiting")
    page.context.clear_cookies()  # the friend is somebody else
    page.goto(invitation)
    page.wait_for_selector("[data-testid=follow]")
    shot("invited")
    page.goto(f"{house.url}/new/hanamikoji")
    page.check("input[name=seat-1][value=me]", force=True)
    page.click("[data-testid=lay]")
    page.wait_for_selector(".curtain")
    shot("curtain")
    page.click("[data-testid=menu]")
    shot("menu")


def match(page: Page, shot: Callable[..., None], seen: set[str]) -> None:
    """Play to the end; a picture of each phase the first time it is seen."""

    def once(name: str, wait: float = 450) -> None:
        if name not in seen:
            seen.add(name)
            shot(name, wait=wait)

    for _ in range(200):
        now = settle(page, seconds=400)
        if now == "over":
            return
        if now == "account":
            once("round")
        elif now == "answer":
            page.click("[data-group] >> nth=0")
            once("answer-gift" if page.locator("[data-group]").count() == 3 else "answer-competition")
        elif now == "choose":
            once("choose")
            if "hint" not in seen:
                page.click("[data-testid=hint]")
                page.wait_for_selector(".notice.hint", timeout=240_000)
                once("hint")
                page.click(".notice.hint .icon")
            marker = str(page.get_attribute("[data-marker] >> nth=-1", "data-marker"))
            page.click("[data-marker] >> nth=-1")
            while page.is_disabled("[data-testid=confirm]"):
                page.click(".hand button >> nth=0")
            once(marker)
            page.click("[data-testid=clear]")
        move(page)
        if now == "choose" and page.query_selector(".offer") and not page.query_selector("[data-group]"):
            once("offered", wait=50)  # before the bot has answered


if __name__ == "__main__":
    main()
