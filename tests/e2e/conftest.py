"""A real server, Debian's Chromium, and the small set of gestures a player makes."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "src" / "ochaya" / "server" / "static" / "index.html"
CHROMIUM = os.environ.get("OCHAYA_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}

START = 600
"""Seconds a server may take to start: on a fresh machine it compiles every game's rules first."""
UNKNOWN = "A" * 22
"""The id of a table that does not exist: asking for it is meant to fail."""

Opener = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip by name, with a reason, where there is no browser or no built client."""
    missing = "Chromium is not installed" if not CHROMIUM else None if CLIENT.exists() else "run `make web` first"
    for item in items:
        if Path(item.path).is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.xdist_group("browser"))
            if missing:
                item.add_marker(pytest.mark.skip(reason=missing))


class House:
    """One running server."""

    def __init__(self, folder: Path, bots: int, pace: float = 0.02) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = (folder / "log").open("w")
        command = [sys.executable, "-m", "ochaya", "serve", "--port", str(self.port), "--data", str(folder / "data"),
                   "--bots", str(bots), "--pace", str(pace), "--away", "1", "--hidden-games"]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self.process = subprocess.Popen(command, env=env, stdout=self.log, stderr=subprocess.STDOUT)
        until = time.monotonic() + START
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=2):
                    return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.2)
        self.close()
        raise TimeoutError("the server does not start: " + (folder / "log").read_text()[-2000:])

    def close(self) -> None:
        """Stop it as an operator would."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots play at random and at once."""
    house = House(tmp_path_factory.mktemp("house"), bots=0)
    yield house
    house.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def guest(browser: Browser, house: House) -> Iterator[Opener]:
    """Open a page as a guest of their own; whatever the console complains about fails the test at the end."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        expected = "ERR_INTERNET_DISCONNECTED" in message.text or UNKNOWN in message.location.get("url", "")
        if message.type in ("error", "warning") and not expected:
            complaints.append(f"{message.type}: {message.text}")

    def open_page(
        path: str = "/", *, phone: bool = False, dark: bool = False, language: str = "en-GB", calm: bool = True,
        size: tuple[int, int] | None = None, level: str | None = "adept",
    ) -> Page:
        """`level` is what they chose at an earlier visit; None: they have never been here."""
        screen = {"width": size[0], "height": size[1]} if size else PHONE if phone else DESK
        context = browser.new_context(
            viewport=screen, is_mobile=phone, has_touch=phone, locale=language,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light", reduced_motion="reduce" if calm else "no-preference",
        )
        contexts.append(context)
        if level:
            context.add_init_script(f"localStorage['ochaya.level'] ??= '{level}'")
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(house.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


# -- a player's gestures -----------------------------------------------------------------------------------------------


def state(page: Page) -> str:
    """What the page wants from its player: "over", "account", "curtain", "answer", "choose", "option" or "wait"."""
    told = page.evaluate(
        """() => {
          const has = (selector) => document.querySelector(selector) !== null;
          if (has('[data-testid=result]')) return 'over';
          if (has('[data-testid=account-close]')) return 'account';
          if (has('.curtain')) return 'curtain';
          if (document.querySelector('[data-testid=line]')?.dataset.line === 'sending') return 'wait';
          if (has('[data-group]:not([disabled])')) return 'answer';
          if (has('[data-marker]:not([disabled])')) return 'choose';
          if (has('.option:not([disabled])')) return 'option';
          return 'wait';
        }"""
    )
    return str(told)


def settle(page: Page, *, other_than: str = "wait", seconds: float = 60) -> str:
    """Wait until the page wants something."""
    until = time.monotonic() + seconds
    while (now := state(page)) == other_than:
        assert time.monotonic() < until, f"still {now}: {page.inner_text('main')[:400]}"
        page.wait_for_timeout(40)
    return now


def move(page: Page) -> None:
    """Make one move by clicking: the first that the page offers."""
    now = state(page)
    if now == "account":
        page.click("[data-testid=account-close]")
    elif now == "curtain":
        page.click(".curtain button")
    elif now == "answer":
        page.click("[data-group] >> nth=-1")
        page.click("[data-testid=confirm]")
    elif now == "choose":
        page.click("[data-marker] >> nth=-1")
        while page.is_disabled("[data-testid=confirm]"):
            page.click(".hand button >> nth=0")
        page.click("[data-testid=confirm]")
    elif now == "option":
        page.click(".option >> nth=0")
        page.click("[data-testid=confirm]")
    page.wait_for_timeout(60)


def play_out(page: Page, moves: int = 400) -> str:
    """Play to the end; gives the result in words."""
    for _ in range(moves):
        if settle(page) == "over":
            return page.inner_text("[data-testid=result]")
        move(page)
    raise AssertionError("the match does not end")


def hurry_out(page: Page) -> None:
    """Play to the end as fast as the page can: for tests of what comes after a match."""
    page.evaluate(
        """async () => {
          const one = (selector) => document.querySelector(selector);
          const last = (selector) => [...document.querySelectorAll(selector)].at(-1);
          while (!one('[data-testid=result]')) {
            const busy = one('[data-testid=line]')?.dataset.line === 'sending';
            const wanted = busy ? null : last('[data-group]:not([disabled])') ?? last('[data-marker]:not([disabled])');
            const first = one('[data-testid=account-close]') ?? wanted;
            first?.click();
            await new Promise((go) => setTimeout(go, 15));
            while (one('[data-testid=confirm]')?.disabled && one('.hand button')) {
              one('.hand button').click();
              await new Promise((go) => setTimeout(go, 0));
            }
            if (first) one('[data-testid=confirm]')?.click();
            await new Promise((go) => setTimeout(go, 15));
          }
        }"""
    )


def lay(
    page: Page, game: str, seats: list[str], clock: Mapping[str, object] | None = None, /, **options: str
) -> str:
    """Lay a table by the server's own door and go there; gives its id."""
    form = {"game": game, "options": options, "clock": clock or {"kind": "none"}, "is_public": True,
            "seats": [{"kind": kind} for kind in seats]}
    table = post(page, "/tables", form)
    go_to(page, table)
    return table


def sit_together(
    pages: list[Page], game: str, clock: Mapping[str, object] | None = None, /, **options: str
) -> None:
    """Everybody at one table, each in a browser of their own; the first has laid it."""
    host, *friends = pages
    form = {"game": game, "options": options, "clock": clock or {"kind": "none"}, "is_public": True,
            "seats": [{"kind": "me"}] + [{"kind": "open"}] * len(friends)}
    table = post(host, "/tables", form)
    for page in friends:
        post(page, f"/tables/{table}/join", {})
    for page in pages:
        go_to(page, table)
        page.wait_for_selector(f"[data-board={game}]", timeout=START * 1000)


def post(page: Page, path: str, form: Mapping[str, object]) -> str:
    """Ask the server as this page's guest; gives the id of the table it is about."""
    page.wait_for_load_state("networkidle")  # two first requests at once would be two guests
    return str(page.evaluate(
        """async ([path, form]) => {
          const answer = await fetch('/api' + path, { method: 'POST', body: JSON.stringify(form),
            headers: { 'x-ochaya': '1', 'content-type': 'application/json' } });
          const said = await answer.json();
          if (!answer.ok) throw Error(JSON.stringify(said));
          return said.id;
        }""",
        [path, form],
    ))


def go_to(page: Page, table: str) -> None:
    """Open a table's page."""
    page.goto(re.sub(r"(https?://[^/]+).*", rf"\1/table/{table}", page.url))


def play_now(page: Page) -> None:
    """From the welcome page into a match, by one click."""
    page.click("[data-testid=play-hanamikoji]")
    page.wait_for_selector(".board")


def play_until_choosing(page: Page) -> None:
    """From the welcome page to one's first own turn."""
    play_now(page)
    while settle(page) != "choose":
        move(page)


def table_id(page: Page) -> str:
    """The table in the address bar."""
    found = re.search(r"/(?:table|replay)/([\w-]+)", page.url)
    assert found
    return found[1]
