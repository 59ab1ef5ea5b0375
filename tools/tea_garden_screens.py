"""Take the pictures of docs/screens/tea_garden: each area and phase, desk and phone, light and dark, two languages.

Run by `make screens`. The bots play at random and the deal is drawn anew, so the pictures differ a little each time.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import CHROMIUM, DESK, PHONE, House, lay
from tests.e2e.picking import Picker

OUT = Path(__file__).resolve().parent.parent / "docs" / "screens" / "tea_garden"
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
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), bots=0, pace=0.02)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for name in sys.argv[1:] or SETS:
                take(browser, house, name)
                print(f"docs/screens/tea_garden/{name}", flush=True)
        finally:
            browser.close()
            house.close()


def take(browser: Browser, house: House, name: str) -> None:
    """One size, one theme, one language: a match played until its phases have been seen."""
    size, theme, _ = name.split("-")
    language, (seats, options) = SETS[name]
    phone = size == "phone"
    context = browser.new_context(
        viewport=PHONE if phone else DESK, is_mobile=phone, has_touch=phone, locale=language,  # type: ignore[arg-type]
        color_scheme="dark" if theme == "dark" else "light", device_scale_factor=1, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    folder = OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()

    def shot(what: str) -> None:
        page.wait_for_timeout(150)
        page.screenshot(path=folder / f"{what}.jpg", type="jpeg", quality=QUALITY[size])

    page.goto(house.url)
    lay(page, "tea_garden", seats, **options)
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
    context.close()


def close(page: Page) -> None:
    """Close the account of a round, if it lies over the board."""
    if page.query_selector("dialog[open] [data-testid=account-close]"):
        page.click("dialog[open] [data-testid=account-close]")


if __name__ == "__main__":
    main()
