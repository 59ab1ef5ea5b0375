"""Take the pictures of docs/screens/phases: Geisha's Road and Ingenious in every mode and phase, on four screens.

Run by `make screens`. One match of each set-up is played in German by day and one in Polish by night; the first time a
phase is seen, it is looked at from 320 to 1920 px. The pictures of a game on one screen are laid out on one sheet.
"""

from __future__ import annotations

import random
import sys
from base64 import b64encode

from playwright.sync_api import Browser, Page

from ochaya.games import game
from tests.e2e import ingenious
from tests.e2e.conftest import lay
from tests.e2e.picking import Picker
from tools.studio import SCREENS, studio

OUT = SCREENS / "phases"
SIZES = {"320": (320, 568), "390": (390, 844), "1280": (1280, 800), "1920": (1920, 1080)}
LOOKS = {"light": "de-DE", "dark": "pl-PL"}
SHEET = 1560
"""Pixels across a sheet; so many pictures beside each other:"""
ACROSS = {"320": 10, "390": 10, "1280": 5, "1920": 5}
GEISHAS_ROAD = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has('[data-testid=result]')) return 'end';
  if (has('dialog[open] [data-testid=stages]')) return 'round';
  const phase = document.querySelector('[data-board]')?.dataset.phase;
  if (!has('[data-board] [data-pick]:not(:disabled)')) return null;
  if (phase === 'answer' && has('[data-pick=counter][aria-pressed=true]')) return 'counter-offer';
  return has('[data-confirm]:not(:disabled)') ? `${phase}, chosen` : phase;
}"""
INGENIOUS = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has('[data-testid=result]')) return 'end';
  if (has('[data-testid=ingenious]')) return 'Ingenious!';
  if (has('[data-pick=exchange]:not(:disabled)')) return 'exchange';
  if (has('[data-pick=keep]:not(:disabled)')) return 'finish';
  const scores = document.querySelectorAll('[data-testid=ghost] ~ .lines text').length > 1;
  return scores ? 'placing' : null;
}"""
"""What is to be seen now, by a name for each phase; null where nothing is worth a picture."""
BEST = """() => {
  const worth = (space) => (space.getAttribute('aria-label').match(/\\+\\d+/g) ?? [])
    .reduce((sum, points) => sum + Number(points), 0);
  const [best] = [...document.querySelectorAll('[data-pick^="space:"]')].sort((a, b) => worth(b) - worth(a));
  best.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}"""
"""Lay the tile where its halves score most, so that colours come to the end of their tracks."""


class Album:
    """The pictures of one game in one theme, by the size of the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pictures: dict[str, list[tuple[str, bytes]]] = {size: [] for size in SIZES}
        self.seen: set[str] = set()

    def look(self, setup: str, phases: str) -> None:
        """Take pictures of what is to be seen now, if it has not been seen in this set-up."""
        phase = self.page.evaluate(phases)
        name = f"{setup}: {phase}"
        if phase is None or name in self.seen:
            return
        self.seen.add(name)
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(120)
            picture = self.page.screenshot(type="jpeg", quality=85)
            self.pictures[size].append((name, picture))

    def lay_out(self, browser: Browser, name: str, theme: str) -> None:
        """Lay the pictures of each size on a sheet of their own."""
        for size, pictures in self.pictures.items():
            across = ACROSS[size]
            figures = "".join(
                f"<figure><img src='data:image/jpeg;base64,{b64encode(picture).decode()}'>"
                f"<figcaption>{text}</figcaption></figure>" for text, picture in pictures)
            sheet = browser.new_page(viewport={"width": SHEET, "height": 900})
            sheet.set_content(
                f"<style>body {{ margin: 8px; display: grid; gap: 8px; grid-template-columns: repeat({across}, 1fr);"
                "font: 13px sans-serif; background: #888 } figure { margin: 0 } img { width: 100%; display: block }"
                f"</style>{figures}")
            sheet.screenshot(path=OUT / f"{name}-{size}-{theme}.jpg", type="jpeg", quality=45, full_page=True)
            sheet.close()


def main() -> None:
    """Take them all, or those of the games named as arguments."""
    OUT.mkdir(parents=True, exist_ok=True)
    with studio(bots=0, pace=0.02) as place:
        for theme, language in LOOKS.items():
            for name, play in (("geishas_road", play_geishas_road), ("ingenious", play_ingenious)):
                if len(sys.argv) > 1 and name not in sys.argv[1:]:
                    continue
                with place.guest(SIZES["1280"], language, dark=theme == "dark", touch=False) as page:
                    page.goto(place.house.url)
                    album = Album(page)
                    for setup in game(name).setups:
                        play(album, setup)
                        print(f"{name} {setup} {theme}", flush=True)
                    album.lay_out(place.browser, name, theme)


def play_geishas_road(album: Album, setup: str) -> None:
    """Play a match by what the board lights."""
    page = album.page
    lay(page, "geishas_road", ["me", "bot"], **game("geishas_road").setups[setup])
    page.wait_for_selector("[data-board=geishas_road]")
    picker = Picker(page, seed=len(setup))
    for _ in range(2500):
        album.look(setup, GEISHAS_ROAD)
        if picker.step() == "over":
            break
        page.wait_for_timeout(20)
    album.look(setup, GEISHAS_ROAD)


def play_ingenious(album: Album, setup: str) -> None:
    """Play a match; each tile is looked at where it lies before it is confirmed."""
    page = album.page
    page.set_viewport_size({"width": 1280, "height": 800})
    ingenious.lay(page, setup)
    dice = random.Random(setup)

    def place(page: Page, dice: random.Random) -> None:
        ingenious.take(page, dice)
        page.evaluate(BEST)
        album.look(setup, INGENIOUS)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.click("[data-testid=confirm]")
        page.wait_for_timeout(30)
        album.look(setup, INGENIOUS)

    for _ in range(500):
        ingenious.settle(page)
        album.look(setup, INGENIOUS)
        if ingenious.move(page, dice, place) == "over":
            break


if __name__ == "__main__":
    main()
