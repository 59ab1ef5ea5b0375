"""Take the pictures of docs/screens/tea_garden: each area and phase, desk and phone, light and dark, two languages.

Run by `make screens`. The bots play at random and the deal is drawn anew, so the pictures differ a little each time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from playwright.sync_api import Page

from tests.e2e.conftest import lay
from tests.e2e.picking import Picker
from tools.studio import DESK, PHONE, SCREENS, Studio, emptied, studio

FOUR = (["me", "bot", "bot", "bot"], {"players": "4", "puerh": "on"})
SOLO = (["me"], {"players": "1", "puerh": "on", "level": "hard"})
SETS = {
    "desk-light-de": ("de-DE", FOUR), "desk-dark-pl": ("pl-PL", SOLO),
    "phone-light-pl": ("pl-PL", SOLO), "phone-dark-de": ("de-DE", FOUR),
}
PRESSES = 120
"""More than a round: most phases have come by then."""
QUALITY = {"desk": 32, "phone": 55}
PHASE = "() => document.querySelector('dialog[open]') ? 'sheet' : document.querySelector('[data-board]').dataset.phase"


def main() -> None:
    """Take them all, or the sets named as arguments."""
    with studio(bots=0, pace=0.02) as place:
        for name in sys.argv[1:] or SETS:
            take(place, name)
            print(f"docs/screens/tea_garden/{name}", flush=True)


def take(place: Studio, name: str) -> None:
    """One size, one theme, one language: a match played until its phases have been seen."""
    size, theme, _ = name.split("-")
    language, (seats, options) = SETS[name]
    phone = size == "phone"
    folder = emptied(SCREENS / "tea_garden" / name)
    with place.guest(PHONE if phone else DESK, language, dark=theme == "dark", touch=phone) as page:

        def shot(what: str) -> None:
            page.wait_for_timeout(150)
            page.screenshot(path=folder / f"{what}.jpg", type="jpeg", quality=QUALITY[size])

        page.goto(place.house.url)
        lay(page, "tea_garden", seats, **options)
        play(page, shot, phone=phone)


def play(page: Page, shot: Callable[[str], None], *, phone: bool) -> None:
    """Look at each phase the first time it is seen, then at the areas and sheets."""
    page.wait_for_selector("[data-board=tea_garden]")
    picker, seen = Picker(page, seed=5, way="touch" if phone else "mouse"), {"stack"}  # it looks as a turn does
    while len(picker.pressed) < PRESSES:
        if picker.step() == "over":
            break
        page.wait_for_timeout(40)
        phase = str(page.evaluate(PHASE))
        if phase not in seen and (phase == "sheet" or page.query_selector("[data-board] [data-pick]")):
            seen.add(phase)
            shot(f"phase-{phase}")
    close(page)
    for area in page.locator("[data-area]").all():
        area.click()
        shot(f"area-{area.get_attribute('data-area')}")
    for sheet in ("scores", "piles"):
        if page.is_visible(f"[data-testid={sheet}]") or phone:
            if phone and sheet == "piles":
                page.click("[data-area=own]")
            page.click(f"[data-testid={sheet}]")
            shot(sheet)
            page.keyboard.press("Escape")


def close(page: Page) -> None:
    """Close the account of a round, if it lies over the board."""
    if page.query_selector("dialog[open] [data-testid=account-close]"):
        page.click("dialog[open] [data-testid=account-close]")


if __name__ == "__main__":
    main()
