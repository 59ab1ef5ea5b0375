"""How balanced Tea Garden is: bots play many matches of each set-up; points, turns, actions, seats and Lu Yu counted.

    python bench/tea_garden_report.py --matches 200 --bot adept            every set-up
    python bench/tea_garden_report.py --setups two,solo-hard --bot greedy  a few

`--setups` takes names of the data sheet's set-ups, or `solo-<level>` and `solo-<level>-puerh`; all seats are played by
the same bot. One process; a match of Adept takes a fifth of a second with two players, half a second with four.
The tables are written to standard output, progress to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ochaya.arena.match import own_rng
from ochaya.bots.limit import Limit
from ochaya.bots.spec import Contender, contender
from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER
from ochaya.core.secrecy import seen
from ochaya.games import game as find
from ochaya.games.tea_garden.state import SOURCE_NAMES

GAME = find("tea_garden")
MAINS = ("build", "buy", "sell", "ferment", "harvest", "court", "market")
SETUPS: dict[str, dict[str, str]] = {
    "two": {},
    "two-puerh": {"puerh": "on"},
    "three": {"players": "3"},
    "three-puerh": {"players": "3", "puerh": "on"},
    "four": {"players": "4"},
    "four-puerh": {"players": "4", "puerh": "on"},
    **{f"solo-{level}{'-puerh' if puerh == 'on' else ''}": {"players": "1", "level": level, "puerh": puerh}
       for puerh in ("off", "on") for level in ("easy", "medium", "hard", "master")},
}


@dataclass
class Sheet:
    """What is counted over the matches of one set-up."""

    matches: int = 0
    steps: list[int] = field(default_factory=list)
    players: int = 0
    points: list[int] = field(default_factory=list)
    lu_points: list[int] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    mains: Counter[str] = field(default_factory=Counter)
    """How often each main action was taken …"""
    users: Counter[str] = field(default_factory=Counter)
    """… and by how many players at least once."""
    others: Counter[str] = field(default_factory=Counter)
    order_shares: Counter[int] = field(default_factory=Counter)
    """Shares of the win by the order of seats from the first start player on."""
    decisive: Counter[str] = field(default_factory=Counter)
    """In how many wins each source was the one with the largest lead over the next player."""
    wins: int = 0
    shares: float = 0.0
    """Of a lone player against Lu Yu."""


def play(options: dict[str, str], bot: Contender, seed: str, sheet: Sheet) -> None:
    """Play one match and count it."""
    full = GAME.complete(options)
    seats = GAME.seats(full)
    key, state = dealing.key_from_seed(seed), GAME.start(options)
    rngs = [own_rng(seed, seat) for seat in range(seats)]
    used: list[Counter[str]] = [Counter() for _ in range(seats)]
    drawn = steps = first = 0
    while (who := int(GAME.actor(state[0]))) != OVER:
        steps += 1
        if who == CHANCE:
            outcomes, weights = GAME.outcome_odds(state[0])
            action = dealing.draw(key, drawn, outcomes, weights)
            drawn += 1
            said = GAME.decode(action)
            if said.kind == "first":
                first = int(said.item)
        else:
            legal = GAME.legal_ids(state[0])
            action = legal[0]
            if len(legal) > 1:
                action = int(bot.bot.choose(seen(GAME, state, who), legal, bot.limit, rngs[who]))
            used[who][GAME.decode(action).kind] += 1
        GAME.apply(state[0], action)
    s, shares = state[0], GAME.shares(state[0], seats)
    count(sheet, s, seats, used, steps)
    if seats == 1:
        sheet.shares += shares[0]
        sheet.lu_points.append(int(s.points[1]))
        return
    for seat in range(seats):
        sheet.order_shares[(seat - first) % seats] += shares[seat]  # type: ignore[assignment]
    ranked = sorted(range(seats), key=lambda seat: -shares[seat] * 1000 - int(s.points[seat]))
    leads = [int(s.tally[ranked[0], i]) - int(s.tally[ranked[1], i]) for i in range(len(SOURCE_NAMES))]
    if shares[ranked[0]] == 1.0:
        sheet.wins += 1
        sheet.decisive[SOURCE_NAMES[leads.index(max(leads))]] += 1


def count(sheet: Sheet, s: object, seats: int, used: list[Counter[str]], steps: int) -> None:
    """Add one finished match to the sheet."""
    sheet.matches += 1
    sheet.steps.append(steps)
    sheet.players += seats
    for seat in range(seats):
        sheet.points.append(int(s.points[seat]))  # type: ignore[attr-defined]
        for i, name in enumerate(SOURCE_NAMES):
            sheet.sources[name] += int(s.tally[seat, i])  # type: ignore[attr-defined]
        sheet.turns += used[seat]["top"]
        for kind, times in used[seat].items():
            (sheet.mains if kind in MAINS else sheet.others)[kind] += times
            if kind in MAINS:
                sheet.users[kind] += 1


def mean(values: list[int]) -> float:
    """Give the average."""
    return sum(values) / max(1, len(values))


def table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Write a Markdown table."""
    yield "| " + " | ".join(head) + " |"
    yield "| " + " | ".join("---" for _ in head) + " |"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def report(sheets: dict[str, Sheet]) -> Iterator[str]:
    """Write the tables of all set-ups."""
    yield "\nPoints and turns (order: share of the win by place after the first start player)\n"
    yield from table(
        ["set-up", "matches", "points", "turns a player", "steps, longest", "share by order / against Lu Yu", "Lu Yu"],
        [[
            name, str(one.matches), f"{mean(one.points):.0f}", f"{one.turns / one.players:.1f}",
            f"{mean(one.steps):.0f}, {max(one.steps)}",
            f"{one.shares / one.matches:.0%}" if one.lu_points
            else " ".join(f"{one.order_shares[i] / one.matches:.0%}" for i in range(one.players // one.matches)),
            f"{mean(one.lu_points):.0f}" if one.lu_points else "–",
        ] for name, one in sheets.items()],
    )
    yield "\nPoints a player by source\n"
    yield from table(["set-up", *SOURCE_NAMES], [
        [name, *(f"{one.sources[source] / one.players:.1f}" for source in SOURCE_NAMES)] for name, one in sheets.items()
    ])
    yield "\nMain actions: times a player, and players who took it at least once\n"
    yield from table(["set-up", *MAINS], [
        [name, *(f"{one.mains[kind] / one.players:.2f} ({one.users[kind] / one.players:.0%})" for kind in MAINS)]
        for name, one in sheets.items()
    ])
    kinds = sorted({kind for one in sheets.values() for kind in one.others} - {"top", "under", "stop", "end", "pay"})
    yield "\nOther actions: times a player\n"
    yield from table(["set-up", *kinds], [
        [name, *(f"{one.others[kind] / one.players:.2f}" for kind in kinds)] for name, one in sheets.items()
    ])
    yield "\nWhat decided: in which source the winner's lead was largest, share of wins\n"
    yield from table(["set-up", *SOURCE_NAMES], [
        [name, *(f"{one.decisive[source] / one.wins:.0%}" for source in SOURCE_NAMES)]
        for name, one in sheets.items() if one.wins
    ])


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--setups", default=",".join(SETUPS))
    parser.add_argument("--bot", default="adept")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", default="report")
    asked = parser.parse_args()
    bot = contender(asked.bot, Limit(seconds=0.1))
    sheets: dict[str, Sheet] = {}
    for name in asked.setups.split(","):
        sheets[name] = Sheet()
        for number in range(asked.matches):
            play(SETUPS[name], bot, f"{asked.seed} {name} {number}", sheets[name])
            print(f"\r{name} {number + 1}/{asked.matches} ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    print(f"{asked.bot}, {asked.matches} matches a set-up, seed {asked.seed!r}")
    print("\n".join(report(sheets)))


if __name__ == "__main__":
    main()
