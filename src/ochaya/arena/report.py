"""An arena's summary written down: Markdown for documents, JSON for programs, an SVG plot for the eye."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from ochaya.arena.statistics import Estimate
from ochaya.arena.summary import Line, Summary


def percent(found: Estimate) -> str:
    """Write a share with its interval: 63.0 % (58.1 to 67.6)."""
    return f"{100 * found.mean:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def points(found: Estimate) -> str:
    """Write an Elo number with its interval: +92 (+57 to +128)."""
    return f"{found.mean:+.0f} ({found.low:+.0f} to {found.high:+.0f})"


def limit_text(summary: Summary) -> str:
    """Say under which limit all bots played that name none of their own."""
    seconds, iterations = summary.plan["seconds"], summary.plan["iterations"]
    parts = [f"{seconds:g} s" if seconds is not None else "", f"{iterations} iterations" if iterations else ""]
    return " and ".join(part for part in parts if part) + " per decision"


def faults_text(line: Line) -> str:
    """Say how often a bot lost by its own fault."""
    return ", ".join(f"{kind} {count}×" for kind, count in sorted(line.faults.items())) or "–"


def markdown(summary: Summary) -> str:
    """Write the summary as a piece of Markdown."""
    plan = summary.plan
    options = ", ".join(f"{name} {value}" for name, value in plan["options"].items())
    rows = [
        f"## {plan['game']} ({options})", "",
        f"{limit_text(summary)}; {summary.meetings} meetings on the same chance outcomes with seats exchanged, seed "
        f"`{plan['seed']}`; intervals are 95 %, from one number per meeting.",
        "Limited by iterations alone: the same run gives the same results on any machine." if summary.is_reproducible
        else "The clock has a say: another run gives other matches.",
        "", "| bot | rating | matches | time per decision | slowest | own faults |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for line in sorted(summary.lines, key=lambda one: -one.rating.mean):
        rows.append(
            f"| {line.bot} | {points(line.rating)} | {line.matches} | {1000 * line.seconds:.1f} ms "
            f"| {1000 * line.slowest:.0f} ms | {faults_text(line)} |")
    rows += ["", f"| A | B | A's share (equals: {100 * summary.even:.0f} %) | Elo | won, drawn, lost | sure |",
             "| --- | --- | --- | --- | --- | --- |"]
    for duel in summary.duels:
        rows.append(
            f"| {duel.a} | {duel.b} | {percent(duel.result)} | {points(duel.elo)} "
            f"| {duel.wins}, {duel.draws}, {duel.losses} | {'yes' if duel.is_decided else 'no'} |")
    alone = [line for line in summary.lines if line.score is not None]
    if alone:
        rows += ["", "| bot | mean result alone |", "| --- | --- |"]
        rows += [f"| {line.bot} | {_score(line)} |" for line in alone]
    return "\n".join(rows) + "\n"


def _score(line: Line) -> str:
    assert line.score is not None
    return f"{line.score.mean:.3f} ({line.score.low:.3f} to {line.score.high:.3f})"


def as_json(summary: Summary) -> str:
    """Write the summary for programs."""
    return json.dumps(summary.as_data(), indent=2) + "\n"


ROW, LEFT, RIGHT, WIDTH = 34, 190, 30, 720
MATCHES = ".jsonl"
"""How the file ends that keeps every match."""


def svg(summary: Summary) -> str:
    """Draw the ratings with their intervals."""
    lines = sorted(summary.lines, key=lambda one: -one.rating.mean)
    low = min(line.rating.low for line in lines)
    high = max(line.rating.high for line in lines)
    step = next(size for size in (10, 25, 50, 100, 200, 400, 800) if (high - low) / size <= 9 or size == 800)
    low, high = (low // step) * step, -((-high) // step) * step
    span = max(high - low, 1)

    def x(elo: float) -> float:
        return LEFT + (elo - low) / span * (WIDTH - LEFT - RIGHT)

    height = 64 + ROW * len(lines)
    title = f"{summary.plan['game']}: ratings with 95 % intervals, {limit_text(summary)}"
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>", f'<rect width="{WIDTH}" height="{height}" fill="#fbf8f1"/>',
        f'<text x="16" y="22" font-weight="600" fill="#2b2622">{escape(title)}</text>',
    ]
    tick = low
    while tick <= high:
        out.append(f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="36" y2="{height - 26}" stroke="#e2dac8"/>')
        out.append(f'<text x="{x(tick):.1f}" y="{height - 9}" text-anchor="middle" fill="#6b6258">{tick:+.0f}</text>')
        tick += step
    for at, line in enumerate(lines):
        y = 36 + ROW * at + ROW / 2
        found = line.rating
        ends = f'x1="{x(found.low):.1f}" x2="{x(found.high):.1f}" y1="{y}" y2="{y}"'
        out += [
            f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end" fill="#2b2622">{escape(line.bot)}</text>',
            f'<line {ends} stroke="#7a4a2b" stroke-width="3"/>',
            f'<circle cx="{x(found.mean):.1f}" cy="{y}" r="5" fill="#b5482a"/>',
        ]
    return "\n".join([*out, "</svg>", ""])


def beside(stem: Path, suffix: str) -> Path:
    """Name one of an arena's files after its stem, dots in the stem kept ("at-0.3"); the stem may be one of them."""
    name = stem.stem if stem.suffix in (MATCHES, ".json", ".md", ".svg") else stem.name
    return stem.with_name(name + suffix)


def write(summary: Summary, stem: Path) -> list[Path]:
    """Write all three beside each other: stem.json, stem.md, stem.svg."""
    made = {".json": as_json(summary), ".md": markdown(summary), ".svg": svg(summary)}
    paths = []
    for suffix, text in made.items():
        path = beside(stem, suffix)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths
