"""Play any board by what it lights: random picks among `[data-pick]`, by mouse, by touch or by keyboard alone."""

from __future__ import annotations

import random
import time

from playwright.sync_api import Page

CHOOSE = """(where) => {
  const one = (selector) => document.querySelector(selector);
  document.querySelectorAll('[data-chosen]').forEach((old) => old.removeAttribute('data-chosen'));
  if (one('[data-testid=result]')) return { kind: 'over' };
  const close = one('dialog[open] [data-testid=account-close]');
  if (close) { close.setAttribute('data-chosen', ''); return { kind: 'account' }; }
  if (one('[data-testid=line]')?.dataset.line === 'sending') return { kind: 'wait' };
  const confirm = one('[data-confirm]:not(:disabled)');
  const lit = [...document.querySelectorAll('[data-board] [data-pick]:not(:disabled)')]
    .filter((pick) => pick.getAttribute('aria-pressed') !== 'true' || pick.dataset.more !== undefined);
  if (confirm && (where < 0.75 || !lit.length)) {
    confirm.setAttribute('data-chosen', '');
    return { kind: 'confirm' };
  }
  const others = lit.filter((pick) => !['pass', 'end'].includes(pick.dataset.pick));
  const from = others.length && where < 0.9 ? others : lit;
  if (!from.length) return { kind: 'wait' };
  const chosen = from[Math.floor(where * 9973) % from.length];
  chosen.setAttribute('data-chosen', '');
  return { kind: 'pick', pick: chosen.dataset.pick, away: chosen.closest('[hidden]')?.id ?? null };
}"""
"""Choose by a number between 0 and 1 what is to be pressed, and mark it; passing and ending are seldom chosen."""
MARK = f"(where) => ({{ ...({CHOOSE})(where), width: document.documentElement.scrollWidth }})"
"""The same, and how wide the page has become: on a phone a page too wide is drawn smaller, and taps go astray."""


class Picker:
    """Plays one page to the end, and counts what it did."""

    def __init__(self, page: Page, seed: int, way: str = "mouse") -> None:
        self.page = page
        self.way = way
        self.dice = random.Random(seed)
        self.pressed: list[str] = []

    def step(self) -> str:
        """Press one thing; gives what the page wanted: "over", "wait", "account", "confirm" or "pick"."""
        asked = self.page.evaluate(MARK, self.dice.random())
        kind = str(asked["kind"])
        screen = self.page.viewport_size or {"width": 0}
        assert asked["width"] <= screen["width"], f"scrolls sideways after {self.pressed[-5:]}"
        if kind in ("over", "wait"):
            return kind
        if asked.get("away"):  # behind a tab: one tap away
            self.page.click(f"[data-area={asked['away'].removeprefix('tg-area-')}]")
        if self.way == "keys":
            self.page.focus("[data-chosen]")
            self.page.keyboard.press("Enter")
        elif self.way == "touch":
            self.page.tap("[data-chosen]", timeout=10_000)
        else:
            self.page.click("[data-chosen]", timeout=10_000)
        self.pressed.append(asked.get("pick") or kind)
        return kind

    def play(self, presses: int = 2500, seconds: float = 900) -> str:
        """Play on until the match is over or so much has been pressed; gives the last answer."""
        until = time.monotonic() + seconds
        while len(self.pressed) < presses:
            assert time.monotonic() < until, f"no end in sight after {self.pressed[-5:]}"
            kind = self.step()
            if kind == "over":
                return kind
            if kind == "wait":
                self.page.wait_for_timeout(30)
        return "pick"
