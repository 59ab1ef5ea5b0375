"""How balanced Tea Garden is: bots play many matches of each set-up; points, turns, actions, seats and Lu Yu counted.

    python bench/tea_garden_report.py --matches 200 --bot adept            every set-up
    python bench/tea_garden_report.py --setups two,solo-hard --bot greedy  a few
    python bench/tea_garden_report.py --setups lu-yu --processes 4         Lu Yu's levels, with and without Pu-erh

`--setups` takes names of the data sheet's set-ups, `solo-<level>` and `solo-<level>-puerh`, or `lu-yu` for all of these
eight; all seats are played by the same bot. Match number n is the same whatever the number of processes, and Lu Yu's
levels are played on the same deals. A match of Adept takes a fifth of a second with two players, half a second with
four.
The tables are written to standard output, progress to standard error.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from itertools import repeat

from ochaya.arena.match import own_rng
from ochaya.arena.report import percent
from ochaya.arena.statistics import estimate, plain
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
LU_YU = [name for name in SETUPS if name.startswith("solo-")]


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
    rounds_with: Counter[int] = field(default_factory=Counter)
    """In how many of a player's rounds so many turns (slots) were used."""
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
    lu_wins: list[float] = field(default_factory=list)
    """Match by match, 1 where Lu Yu won."""

    def take(self, other: Sheet) -> None:
        """Add what another sheet of the same set-up has counted."""
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))


def played(name: str, spec: str, seed: str, number: int) -> Sheet:
    """Play match number so and so of a set-up and count it; Lu Yu's levels get the same deals."""
    sheet, deal = Sheet(), f"lu-yu{name.partition('-puerh')[1]}" if name in LU_YU else name
    play(SETUPS[name], contender(spec, Limit(seconds=0.1)), f"{seed} {deal} {number}", sheet)
    return sheet


def play(options: dict[str, str], bot: Contender, seed: str, sheet: Sheet) -> None:
    """Play one match and count it."""
    full = GAME.complete(options)
    seats = GAME.seats(full)
    key, state = dealing.key_from_seed(seed), GAME.start(options)
    rngs = [own_rng(seed, seat) for seat in range(seats)]
    used: list[Counter[str]] = [Counter() for _ in range(seats)]
    slots: Counter[tuple[int, int]] = Counter()
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
            kind = GAME.decode(action).kind
            used[who][kind] += 1
            slots[who, int(state[0].round_number)] += kind == "top"
        GAME.apply(state[0], action)
    s, shares = state[0], GAME.shares(state[0], seats)
    count(sheet, s, seats, used, steps)
    sheet.rounds_with.update(slots.values())
    if seats == 1:
        sheet.lu_wins.append(1.0 - shares[0])
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


def used_slot(one: Sheet, slot: int) -> float:
    """Give the share of rounds with at least so many turns."""
    rounds = sum(n for turns, n in one.rounds_with.items() if turns >= slot)
    return rounds / max(1, sum(one.rounds_with.values()))


def table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Write a Markdown table."""
    yield "| " + " | ".join(head) + " |"
    yield "| " + " | ".join("---" for _ in head) + " |"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def lu_yu_rows(sheets: dict[str, Sheet]) -> Iterator[list[str]]:
    """Compare each of Lu Yu's levels with the one before."""
    before: list[float] = []
    for name, one in sheets.items():
        if not one.lu_wins:
            continue
        step = "–"
        if before and "easy" not in name:
            step = percent(plain([now - then for now, then in zip(one.lu_wins, before, strict=True)]))
        before = one.lu_wins
        yield [name, percent(estimate(one.lu_wins)), step, f"{mean(one.points):.1f}", f"{mean(one.lu_points):.1f}"]


def report(sheets: dict[str, Sheet]) -> Iterator[str]:
    """Write the tables of all set-ups."""
    yield "\nPoints and turns (order: share of the win by place after the first start player)\n"
    yield from table(
        ["set-up", "matches", "points", "turns a player", "steps, longest", "share of the win by order"],
        [[
            name, str(one.matches), f"{mean(one.points):.0f}", f"{one.turns / one.players:.1f}",
            f"{mean(one.steps):.0f}, {max(one.steps)}",
            " ".join(f"{one.order_shares[i] / one.matches:.0%}" for i in range(one.players // one.matches))
            if not one.lu_wins else "–",
        ] for name, one in sheets.items()],
    )
    if rows := list(lu_yu_rows(sheets)):
        yield "\nLu Yu, intervals of 95 %; the step is what he wins more than one line above, on the same deals\n"
        yield from table(["set-up", "Lu Yu wins", "step", "player's points", "his"], rows)
    yield "\nSlots: share of a player's rounds in which a slot was used\n"
    yield from table(["set-up", *(f"slot {slot}" for slot in range(1, 6))], [
        [name, *(f"{used_slot(one, slot):.1%}" for slot in range(1, 6))] for name, one in sheets.items()
    ])
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
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    sheets: dict[str, Sheet] = {}
    with ProcessPoolExecutor(asked.processes, multiprocessing.get_context("spawn")) as players:
        for name in LU_YU if asked.setups == "lu-yu" else asked.setups.split(","):
            sheets[name] = Sheet()
            numbers = range(asked.matches)
            for one in players.map(played, repeat(name), repeat(asked.bot), repeat(asked.seed), numbers, chunksize=4):
                sheets[name].take(one)
                print(f"\r{name} {sheets[name].matches}/{asked.matches} ", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
    print(f"{asked.bot}, {asked.matches} matches a set-up, seed {asked.seed!r}")
    print("\n".join(report(sheets)))


if __name__ == "__main__":
    main()
