"""Take the pictures of docs/screens/sizes: every page and every game's board in its set-ups, on six screens.

Run by `make screens`. From 320 to 1920 px, a phone on its side among them; light and dark, German and Polish take
turns, so that each size is seen with long words. The bots play at random, so the pictures differ a little each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from ochaya.games import game
from tests.e2e.conftest import lay
from tests.e2e.picking import Picker
from tools.studio import SCREENS, Studio, emptied, studio

SIZES = {
    "320": (320, 568), "390": (390, 844), "768": (768, 1024), "844": (844, 390), "1280": (1280, 800),
    "1920": (1920, 1080),
}
PAGES = {
    "welcome": "/", "tables": "/lobby", "new-table": "/new/ingenious", "rules": "/rules/tea_garden", "about": "/about",
}
BOARDS = {
    "hanamikoji": ("standard",), "geishas_road": ("basic", "advanced-destiny"),
    "ingenious": ("two", "four", "team", "solo", "duel"), "tea_garden": ("two", "four-puerh", "solo-master"),
}
PRESSES = 9
"""Things pressed before a board's picture is taken."""
QUALITY = 28
WIDEST = 1280
"""Pixels across the widest picture: a larger screen is pictured smaller."""


def main() -> None:
    """Take them all."""
    with studio(bots=0, pace=0.05) as place:
        for number, size in enumerate(SIZES):
            for dark in (False, True):
                take(place, size, ("en-GB", "de-DE", "pl-PL")[(number + dark) % 3], dark=dark)
                print(f"docs/screens/sizes/{size}-{'dark' if dark else 'light'}", flush=True)


def take(place: Studio, size: str, language: str, *, dark: bool) -> None:
    """One size in one theme and language: the pages, then the boards."""
    folder = emptied(SCREENS / "sizes" / f"{size}-{'dark' if dark else 'light'}")
    width = SIZES[size][0]
    with place.guest(SIZES[size], language, dark=dark, touch=width < 1000, scale=min(1, WIDEST / width)) as page:
        for name, path in PAGES.items():
            page.goto(place.house.url + path)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=QUALITY)
        for name, setup in boards():
            board(page, name, setup)
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"{name}-{setup}.jpg", type="jpeg", quality=QUALITY)


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
