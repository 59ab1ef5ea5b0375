"""How soon a page draws what was chosen, and whether it stands still meanwhile."""

from __future__ import annotations

from statistics import median

from playwright.sync_api import Page

SHIFTS = """() => { window.shifts = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true }); }"""
TIMES = """async () => {
  const choose = %s;
  const drawn = async (act) => {
    const start = performance.now();
    act();
    await new Promise(requestAnimationFrame);
    await new Promise((go) => setTimeout(go, 0));
    return performance.now() - start;
  };
  const choices = [], nothing = [];
  for (let i = 0; i < 15; i++) {
    nothing.push(await drawn(() => {}));
    const { press, isDrawn } = choose(i);
    choices.push(await drawn(press));
    if (!isDrawn()) throw Error('not drawn');
  }
  return [choices, nothing];
}"""
PRESSED = """() => {
  const marker = () => document.querySelector('%s');
  const before = marker().getAttribute('aria-pressed');
  return { press: () => marker().click(), isDrawn: () => marker().getAttribute('aria-pressed') !== before };
}"""
"""Press the same thing again and again; what it says of itself has to change each time."""


def watch_shifts(page: Page) -> None:
    """Begin to sum up how much of the page moves by itself."""
    page.evaluate(SHIFTS)


def stands_still(page: Page) -> bool:
    """Whether less has moved since than a reader would mind."""
    return float(page.evaluate("window.shifts")) < 0.1


def assert_drawn_at_once(page: Page, choose: str) -> None:
    """Fifteen choices are each drawn within 50 ms.

    `choose` is a function (i) => { press, isDrawn }. A busy machine draws every frame late, so frames in which nothing
    happens are timed in turn with the others.
    """
    choices, nothing = page.evaluate(TIMES % choose)
    assert min(choices) < 50, choices
    assert median(choices) - median(nothing) < 50 - 1000 / 60, (choices, nothing)
