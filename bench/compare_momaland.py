"""Does our Ingenious agree, move by move, with MOMAland's `moingenious_v0`? And how fast is each?

    python -m venv /tmp/momaland && /tmp/momaland/bin/pip install momaland 'numba>=0.68' platformdirs
    PYTHONPATH=src /tmp/momaland/bin/python -m bench.compare_momaland [MATCHES [EAGER]]

Random two-player matches are played on both engines at once, then some in which each placement is the best of
thirty by points, so that markers do reach 18 and bonus moves happen. Before every placement both must allow the same
ones; after it the boards and the markers must be the same, whoever is on turn, and the end. Where MOMAland departs
from the rulebook it is put right after the comparison (docs/games/ingenious.md lists the masks), and every use of a
mask is counted and checked to be one of the known departures. Chance is ours: MOMAland's racks are overwritten with
the tiles that our bag dealt.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from typing import Any

import numpy as np
from momaland.envs.ingenious import moingenious_v0  # type: ignore[import-not-found]

from ochaya.core.game import CHANCE, OVER
from ochaya.core.playouts import playouts
from ochaya.core.rng import new_rng
from ochaya.games.ingenious import GAME
from ochaya.games.ingenious.actions import PLACEMENTS, encode_place, parts
from ochaya.games.ingenious.board import PAIR_COUNT, PLACES, PRINTED, SPACE_AT, SPACES_WITHIN
from ochaya.games.ingenious.pieces import KIND_COLOURS, KINDS
from ochaya.games.ingenious.scoring import half_points
from ochaya.games.ingenious.state import PLACE

OPTIONS = {"mode": "standard", "seats": "2", "first": "0"}
SIZE = 6
TOP = 18
DICE = random.Random()
"""Not the module's own generator: MOMAland seeds that one anew at every reset."""


def ours(q: int, r: int) -> int:
    """Give our number of MOMAland's space: its board is ours reflected, so that the printed symbols agree."""
    return SPACE_AT[-r, -q]


def theirs(space: int) -> tuple[int, int]:
    """Give the cell of MOMAland's board array for one of our spaces."""
    q, r = PLACES[space]
    return -r + SIZE - 1, -q + SIZE - 1


class Pair:
    """One match on both engines."""

    def __init__(self, env: Any, counts: Counter[str]) -> None:
        self.env, self.counts = env, counts
        env.reset(seed=0)
        self.game = env.game
        self.block = GAME.start(OPTIONS)
        self.s = self.block[0]
        self.deal()

    def deal(self) -> None:
        """Let our chance deal, let our player answer the question of an exchange, and copy the racks over."""
        while GAME.actor(self.s) != OVER and int(self.s.phase) != PLACE:
            ids = GAME.legal_ids(self.s)
            weights = GAME.outcome_odds(self.s)[1] if GAME.actor(self.s) == CHANCE else None
            if len(ids) == 2 and weights is None:
                self.counts["our player could exchange (optional with us, automatic with them)"] += 1
            GAME.apply(self.s, DICE.choices(ids, weights)[0])
        for seat, agent in enumerate(self.env.possible_agents):
            tiles = [kind for kind in range(KINDS) for _ in range(int(self.s.racks[seat, kind]))]
            self.game.p_tiles[agent] = [(KIND_COLOURS[k][0] + 1, KIND_COLOURS[k][1] + 1) for k in tiles]

    def allowed(self) -> dict[int, int]:
        """Give MOMAland's legal placements as our ids, each with one of its own numbers."""
        rack = self.game.p_tiles[self.env.agent_selection]
        found: dict[int, int] = {}
        for index in np.flatnonzero(np.asarray(self.game.return_action_list())):
            one, other, at = self.game.action_index_map[int(index)]
            if at >= len(rack):
                continue
            low, high = (colour - 1 for colour in rack[at])
            space, to = ours(one.q, one.r), ours(other.q, other.r)
            if low == high:
                space, to = min(space, to), max(space, to)
            found[encode_place(KIND_COLOURS.index((low, high)), space, to)] = int(index)
        return found

    def choose(self, legal: list[int], tries: int) -> int:
        """Choose at random, or the best by points of so many random placements."""
        best = DICE.choice(legal)
        for action in DICE.choices(legal, k=tries - 1):
            if self.points(action) > self.points(best):
                best = action
        return best

    def points(self, action: int) -> int:
        """Count what a placement scores in colours not yet finished."""
        pair, flip = action // 2 % PAIR_COUNT, action % 2
        colours = KIND_COLOURS[action // (2 * PAIR_COUNT)]
        return sum(
            int(half_points(self.s.cells, pair, half, colour))
            for half, colour in zip((flip, 1 - flip), colours, strict=True) if self.s.markers[self.s.seat, colour] < TOP
        )

    def step(self, tries: int) -> None:
        """Compare, place the same tile on both, compare, and mask."""
        allowed, legal = self.allowed(), GAME.legal_ids(self.s)
        assert sorted(allowed) == legal, "the legal placements differ"
        action = self.choose(legal, tries)
        assert action < PLACEMENTS
        seat, before, was_due = int(self.s.seat), self.s.markers[:2].copy(), int(self.s.bonus)
        index = allowed[action]
        kind, space, to = parts(action)
        rack = self.game.p_tiles[self.env.agent_selection]
        low, high = KIND_COLOURS[kind]
        assert rack[self.game.action_index_map[index][2]] == (low + 1, high + 1), (space, to)
        GAME.apply(self.s, action)
        self.env.step(index)
        self.counts["placements"] += 1
        self.compare(seat, before, was_due)

    def compare(self, seat: int, before: Any, was_due: int) -> None:
        """Compare boards, markers, turn and end; mask what is known to differ."""
        for at in range(int(SPACES_WITHIN[SIZE - 1])):
            assert int(self.game.board_array[theirs(at)]) == int(self.s.cells[at]), "the boards differ"
        for other, agent in enumerate(self.env.possible_agents):
            for colour in range(6):
                value = int(self.game.score[agent][colour + 1])
                if value > TOP:
                    assert before[other, colour] == TOP
                    self.counts["mask: a marker already on 18 counted on"] += 1
                    value = self.game.score[agent][colour + 1] = TOP
                assert value == int(self.s.markers[other, colour]), "the markers differ"
        is_full = int(self.s.room) == 0
        if not self.game.end_flag:
            assert not is_full, "we ended, they did not"
            self.compare_turn(seat, before, was_due)
        elif not is_full:
            self.counts["mask: an emptied rack ended the match"] += 1
            assert int(self.s.held[seat]) == 0
            self.game.end_flag = False
            self.env.terminations = dict.fromkeys(self.env.possible_agents, False)
        if GAME.actor(self.s) == OVER:
            assert is_full, "an instant win, which they do not know"
            return
        self.deal()
        self.game.agent_selector = int(self.s.seat)
        self.env.agent_selection = self.env.possible_agents[int(self.s.seat)]

    def compare_turn(self, seat: int, before: Any, was_due: int) -> None:
        """Who is on turn must agree, but for bonus moves that they do not know."""
        our_bonus = int(self.s.phase) == PLACE
        their_bonus = self.game.agent_selector == seat
        reached = sum(int(self.s.markers[seat, c]) == TOP != int(before[seat, c]) for c in range(6))
        if our_bonus == their_bonus:
            self.counts["bonus moves on both"] += our_bonus
            return
        assert our_bonus, "they give a bonus move and we do not"
        if was_due:
            self.counts["mask: the second bonus move of one tile"] += 1
        else:
            assert reached, "we give a bonus move for nothing"
            self.counts["mask: a bonus move for reaching 18 exactly"] += 1


def compare(matches: int, tries: int) -> None:
    """Play matches on both engines and print what was compared; each placement is the best of so many tries."""
    env = moingenious_v0.raw_env(num_agents=2)
    counts: Counter[str] = Counter()
    for number in range(matches):
        DICE.seed(number)
        pair = Pair(env, counts)
        while GAME.actor(pair.s) != OVER:
            pair.step(tries)
        assert env.game.end_flag
        counts["matches"] += 1
    print(f"matches with the best of {tries} placements:")
    for name, count in counts.most_common():
        print(f"{count:>9,}  {name}")
    assert [int(env.game.board_array[theirs(int(space))]) for space in PRINTED] == [1, 2, 3, 4, 5, 6]


def their_speed(seconds: float) -> float:
    """Measure MOMAland's random matches in a second of one core's time, through its own interface."""
    env = moingenious_v0.raw_env(num_agents=2)
    start, matches = time.process_time(), 0
    while time.process_time() - start < seconds:
        env.reset(seed=matches)
        while not all(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(np.random.choice(np.flatnonzero(mask))))
        matches += 1
    return matches / (time.process_time() - start)


def our_speed(matches: int) -> dict[str, float]:
    """Measure our random matches in a second of one core's time, listing all moves and not."""
    kernels = playouts(GAME)
    assert kernels.play_fast is not None
    block, start, rng = GAME.state.new(), GAME.start({"mode": "standard", "seats": "2"}), new_rng(1)
    ids = np.zeros(GAME.max_legal, np.int32)
    kernels.play_plain(block, start, ids, ids.copy(), rng, 2)
    kernels.play_fast(block, start, rng, 2)
    began = time.process_time()
    kernels.play_plain(block, start, ids, ids.copy(), rng, matches)
    plain = matches / (time.process_time() - began)
    began = time.process_time()
    kernels.play_fast(block, start, rng, 10 * matches)
    return {"plain path": plain, "fast path": 10 * matches / (time.process_time() - began)}


def main(matches: int = 2000, eager: int = 300) -> None:
    """Compare, then measure both in the same run."""
    for count, tries in ((matches, 1), (eager, 30)):
        if count:
            compare(count, tries)
    base = their_speed(10)
    print(f"MOMAland: {base:,.1f} random two-player matches/s of one core's time")
    for name, speed in our_speed(3000).items():
        print(f"ours, {name}: {speed:,.0f}/s, {speed / base:,.0f} times as many")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
