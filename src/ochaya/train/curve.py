"""The learning curve as a picture: the share against the pool, with its interval, over the decisions learned from."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 44, 48


class Point(msgspec.Struct, frozen=True):
    """One look at a learner: when, after how many decisions, and the share against the pool with its interval."""

    seconds: float
    decisions: int
    share: float
    low: float
    high: float
    watched: dict[str, float]
    """What the learner gives to watch: losses, entropy, decisions a second."""


def draw(points: Sequence[Point], title: str, even: float) -> str:
    """Draw the curve as SVG; `even` is the share of an equal, a dashed line."""
    most = max([point.decisions for point in points] or [1]) or 1
    high = min(1.0, max([point.high for point in points] + [even]) + 0.05)
    low = max(0.0, min([point.low for point in points] + [even]) - 0.05)

    def x(decisions: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - share) / (high - low)

    def path(places: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{across:.1f},{down:.1f}" for across, down in places)

    line = path([(x(point.decisions), y(point.share)) for point in points])
    band = path([(x(point.decisions), y(point.high)) for point in points]
                + [(x(point.decisions), y(point.low)) for point in reversed(points)])
    marks = []
    for step in range(5):
        share, decisions = low + (high - low) * step / 4, most * step / 4
        marks.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#8884"/>')
        marks.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>')
        place = f'x="{x(decisions):.1f}" y="{HEIGHT - BOTTOM + 20}"'
        marks.append(f'<text {place} text-anchor="middle">{_short(decisions)}</text>')
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"
  font-family="sans-serif" font-size="12">
<title>{escape(title)}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>
<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>
{chr(10).join(marks)}
<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(even):.1f}" y2="{y(even):.1f}" stroke="#555" stroke-dasharray="4 4"/>
<polygon points="{band}" fill="#2a6f5833"/>
<polyline points="{line}" fill="none" stroke="#2a6f58" stroke-width="2"/>
<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">decisions</text>
</svg>
"""


def _short(number: float) -> str:
    """Write a large number shortly."""
    if number >= 1e6:
        return f"{number / 1e6:.3g} M"
    return f"{number / 1e3:.3g} k" if number >= 1e3 else f"{number:.0f}"
