"""Take the pictures of docs/screens/sizes: every page, and every game's board in its set-ups, from 320 to 1920 px.

Run by `make screens`. Light and dark, German and Polish take turns, so that each size is seen with long words; the bots
play at random, so the pictures differ a little each time.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from ochaya.games import game
from tests.e2e.conftest import CHROMIUM, House, lay
from tests.e2e.picking import Picker

OUT = Path(__file__).resolve().parent.parent / "docs" / "screens" / "sizes"
SIZES = {"320": (320, 568), "390": (390, 844), "768": (768, 1024), "1280": (1280, 800), "1920": (1920, 1080)}
PAGES = {
    "welcome": "/", "tables": "/lobby", "new-table": "/new/ingenious", "rules": "/rules/tea_garden", "about": "/about",
}
BOARDS = {
    "hanamikoji": ("standard",), "geishas_road": ("basic", "advanced-destiny"),
    "ingenious": ("two", "four", "team", "solo", "duel"), "tea_garden": ("two", "four-puerh", "solo-master"),
}
PRESSES = 9
"""Things pressed before a board's picture is taken."""


def main() -> None:
    """Take them all."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), bots=0, pace=0.05)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for number, size in enumerate(SIZES):
                for dark in (False, True):
                    language = ("en-GB", "de-DE", "pl-PL")[(number + dark) % 3]
                    take(browser, house, size, language, dark=dark)
                    print(f"docs/screens/sizes/{size}-{'dark' if dark else 'light'}", flush=True)
        finally:
            browser.close()
            house.close()


def take(browser: Browser, house: House, size: str, language: str, *, dark: bool) -> None:
    """One size in one theme and language: the pages, then the boards."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, is_mobile=width < 700, has_touch=width < 1000, locale=language,
        color_scheme="dark" if dark else "light", device_scale_factor=1, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    folder = OUT / f"{size}-{'dark' if dark else 'light'}"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()
    for name, path in PAGES.items():
        page.goto(house.url + path)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=72)
    for name, setup in boards():
        board(page, name, setup)
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"{name}-{setup}.jpg", type="jpeg", quality=72)
    context.close()


def boards() -> Iterator[tuple[str, str]]:
    """List the games with the set-ups that are pictured."""
    for name, setups in BOARDS.items():
        for setup in setups:
            yield name, setup


def board(page: Page, name: str, setup: str) -> None:
    """Lay a table and play a few moves at it."""
    rules = game(name)
    options = rules.setups[setup]
    lay(page, name, ["me"] + ["bot"] * (rules.seats(rules.complete(options)) - 1), **options)
    page.wait_for_selector(f"[data-board={name}]")
    picker = Picker(page, 7)
    for _ in range(400):
        if len(picker.pressed) >= PRESSES or picker.step() == "over":
            break
        page.wait_for_timeout(40)


if __name__ == "__main__":
    main()
