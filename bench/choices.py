"""How good a Master's choices are, told without playing whole matches for every idea.

    python -m bench.choices gather geishas_road --setup basic --seed 1 --seconds 1500 --out choices-1.npz
    python -m bench.choices compare choices-1.npz choices-2.npz --bots master@8000i master@8000i+rehearse=0

`gather` lets Masters meet, and at every second decision plays the best ideas on: from worlds that he believes in, the
same for each, by search of few iterations for everybody, each by what he sees, to the end or a quiet state. `compare`
asks bots what they would choose and says how much more or less that brings, on average of all decisions, than what the
Master chose then. What was not played on counts as nothing gained, and is told. For games of two seats that keep worlds
(`keep` in their Sense). Ctrl-C keeps what there is.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from ochaya.bots.limit import Limit
from ochaya.bots.spec import contender
from ochaya.core.game import CHANCE, OVER, Game
from ochaya.core.record import Block
from ochaya.core.rng import Rng, new_rng
from ochaya.core.secrecy import Seen, seen
from ochaya.games import game as game_of
from ochaya.search.kernel import kept_at
from ochaya.search.layout import NodeTable
from ochaya.search.mind import mind_of
from ochaya.search.think import Thinker, Thought

MASTERS, PLAYERS = 8000, 300
"""How many iterations Masters think, and those who play on."""
MOST_IDEAS = 6
LEAST_PART = 80
"""An idea has at least one in so many of all tries."""
SURE_PART = 0.95
"""A decision for which an idea has this part of all tries is no question."""
TOLD_EVERY = 60.0


class Gathering:
    """Plays ideas on, and notes what they bring."""

    def __init__(self, name: str, setup: str, seed: int, times: int) -> None:
        """Make players ready."""
        self.game: Game = game_of(name)
        self.options = self.game.complete(self.game.setups[setup])
        self.master = Thinker(mind_of(name))
        self.player = Thinker(mind_of(name, (("without", "believe"), ("rehearse", "0"))))
        self.luck, self.rng, self.times = np.random.default_rng(seed), new_rng(seed), times
        self.notes: dict[str, list[Any]] = {"seen": [], "seat": [], "ideas": [], "brought": []}

    def deal(self, state: Block) -> None:
        """Let chance act."""
        outcomes, weights = self.game.outcome_odds(state[0])
        self.game.apply(state[0], int(self.luck.choice(outcomes, p=np.array(weights) / sum(weights))))

    def play_on(self, state: Block, seat: int) -> float:
        """Play on by search; give the share of a seat."""
        game, sense, out = self.game, self.player.mind.sense, np.zeros(2)
        while (who := int(game.actor(state[0]))) != OVER:
            if sense.is_quiet is not None and sense.foresee is not None and sense.is_quiet(state[0]):
                sense.foresee(state[0], out)
                return float(out[seat])
            if who == CHANCE:
                self.deal(state)
                continue
            legal = game.legal_ids(state[0])
            action = legal[0]
            if len(legal) > 1:
                action = self.player.think(seen(game, state, who), self.rng, iterations=PLAYERS).best.action
            game.apply(state[0], action)
        game.score(state[0], out)
        return float(out[seat])

    def note(self, moment: Seen, thought: Thought, table: NodeTable) -> None:
        """Play on from the Master's best ideas at a decision, in the same worlds."""
        least = thought.iterations // LEAST_PART
        ideas = [judged.action for judged in thought.actions[:MOST_IDEAS] if judged.visits >= least]
        brought = np.zeros((MOST_IDEAS, self.times), np.float32)
        for time_ in range(self.times):
            world = kept_at(table, self.luck.random())
            for at, idea in enumerate(ideas):
                state = table.worlds[world : world + 1].copy()
                self.game.apply(state[0], idea)
                brought[at, time_] = self.play_on(state, int(moment.seat))
        self.notes["seen"].append(np.frombuffer(moment.block.tobytes(), np.uint8))
        self.notes["seat"].append(int(moment.seat))
        self.notes["ideas"].append(ideas + [-1] * (MOST_IDEAS - len(ideas)))
        self.notes["brought"].append(brought)

    def match(self, until: float) -> None:
        """Play one match of Masters, or what of it the time allows."""
        game, state = self.game, self.game.start(self.options)
        while time.monotonic() < until and (who := int(game.actor(state[0]))) != OVER:
            if who == CHANCE:
                self.deal(state)
                continue
            legal = game.legal_ids(state[0])
            action = legal[0]
            if len(legal) > 1:
                moment = seen(game, state, who)
                thought = self.master.think(moment, self.rng, iterations=MASTERS)
                action = thought.best.action
                if thought.best.visits < SURE_PART * MASTERS and self.luck.random() < 0.5:
                    self.note(moment, thought, self.master._trees[0].table)
            game.apply(state[0], action)


def gather(told: argparse.Namespace) -> None:
    """Gather decisions until the time is up."""
    work = Gathering(told.game, told.setup, told.seed, told.times)
    began, next_told = time.monotonic(), TOLD_EVERY
    try:
        while (passed := time.monotonic() - began) < told.seconds:
            if passed > next_told:
                print(f"{passed:.0f} s · {len(work.notes['seat']):,} decisions", flush=True)
                next_told += TOLD_EVERY
            work.match(began + told.seconds)
    except KeyboardInterrupt:
        print("stopped")
    count = min(map(len, work.notes.values()))
    notes = {name: np.array(noted[:count]) for name, noted in work.notes.items()}
    np.savez_compressed(
        told.out, game=np.array(told.game), seen=notes["seen"], seat=notes["seat"], ideas=notes["ideas"],
        brought=notes["brought"])
    print(f"{told.out}: {count:,} decisions")


def compare(told: argparse.Namespace) -> None:
    """Ask bots what they would choose."""
    files = [np.load(file) for file in told.files]
    game = game_of(str(files[0]["game"]))
    for text in told.bots:
        player, rng = contender(text, Limit(iterations=MASTERS)), new_rng(told.seed)
        gains, missing, others = [], 0, 0
        began = time.process_time()
        for file in files:
            brought = file["brought"].mean(axis=2)
            for at, (record, seat) in enumerate(zip(file["seen"], file["seat"], strict=True)):
                choice = chosen(game, Seen(game.name, int(seat), game.state.load(record.tobytes())), player, rng)
                ideas = file["ideas"][at].tolist()
                missing += choice not in ideas
                others += choice != ideas[0]
                gains.append(float(brought[at, ideas.index(choice)] - brought[at, 0]) if choice in ideas else 0.0)
        spent = 1000 * (time.process_time() - began) / len(gains)
        mean, off = 100 * np.mean(gains), 196 * np.std(gains) / len(gains) ** 0.5
        print(
            f"{text}: {mean:+.2f} ± {off:.2f} points a decision of {len(gains):,}; chooses otherwise in "
            f"{100 * others / len(gains):.0f} %, not played on {100 * missing / len(gains):.1f} %, {spent:.0f} ms",
            flush=True)


def chosen(game: Game, moment: Seen, player: Any, rng: Rng) -> int:
    """Ask a bot for its choice."""
    return int(player.bot.choose(moment, game.legal_ids(moment.record), player.limit, rng))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    verbs = parser.add_subparsers(required=True)
    gathers = verbs.add_parser("gather")
    gathers.add_argument("game")
    gathers.add_argument("--setup", required=True)
    gathers.add_argument("--seconds", type=float, default=600.0)
    gathers.add_argument("--times", type=int, default=100, help="how often each idea is played on")
    gathers.add_argument("--out", type=Path, required=True)
    gathers.set_defaults(do=gather)
    compares = verbs.add_parser("compare")
    compares.add_argument("files", type=Path, nargs="+")
    compares.add_argument("--bots", nargs="+", required=True)
    compares.set_defaults(do=compare)
    for verb in (gathers, compares):
        verb.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    told.do(told)


if __name__ == "__main__":
    main()
