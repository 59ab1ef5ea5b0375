"""Where pictures of the house are taken: a server and a browser that live as long as the taking."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import CHROMIUM, House

SCREENS = Path(__file__).resolve().parent.parent / "docs" / "screens"
Size = tuple[int, int]
PHONE: Size = (390, 844)
DESK: Size = (1280, 800)


@dataclass(frozen=True)
class Studio:
    """A house with its bots, and the browser that looks at it."""

    house: House
    browser: Browser

    @contextmanager
    def guest(self, size: Size, language: str, *, dark: bool, touch: bool, scale: float = 1) -> Iterator[Page]:
        """Open the page of somebody who has never been here; `scale` makes its pictures smaller than its screen."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, is_mobile=size[0] < 700, has_touch=touch, locale=language,
            color_scheme="dark" if dark else "light", device_scale_factor=scale, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        try:
            yield context.new_page()
        finally:
            context.close()


@contextmanager
def studio(bots: int, pace: float) -> Iterator[Studio]:
    """Start a house whose bots think in so many processes (0: they play at random) and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), bots=bots, pace=pace)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield Studio(house, browser)
        finally:
            browser.close()
            house.close()


def emptied(folder: Path) -> Path:
    """Give the folder without the pictures of an earlier taking."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.jpg"), *folder.glob("*.png")):
        old.unlink()
    return folder
