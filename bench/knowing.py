"""How much would Hanamikoji's Master take from greedy if he knew who sits opposite?

    ochaya arena hanamikoji --bots bench/knowing.py:Knowing@1500i,greedy --matches 400

In his tree the rival does what greedy would do with the hand that he has in each guessed world, instead of what search
finds best for him. He begins with the network that has met weak players and holds on to it less. An experiment: nobody
plays so, since nobody is told who sits opposite (docs/bots.md has what it brought).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from ochaya.bots.minded import Minded
from ochaya.core.game import CHANCE, OVER, Ids
from ochaya.core.jit import rule
from ochaya.core.record import Block
from ochaya.core.rng import Rng, unit
from ochaya.core.sense import Sense
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.mind.company import against_weak
from ochaya.games.hanamikoji.mind.sense import SENSE, ahead, plausible, value
from ochaya.games.hanamikoji.state import State
from ochaya.search import kernel
from ochaya.search.kernel import GUESS_TRIES, ROOT
from ochaya.search.layout import Decision, NodeTable, Numbers, Scratch
from ochaya.search.mind import Mind, make_mind

if TYPE_CHECKING:  # the search's own functions, bound by `specialise`
    actor: Callable[[Any], int]
    legal: Callable[[Any, Ids], int]
    deal: Callable[..., int]
    is_quiet: Callable[[Any], bool]
    imagine_one: Callable[..., None]
    find: Callable[..., int]
    plant: Callable[..., None]
    choose: Callable[..., int]
    judge: Callable[..., None]

WORLDS = 8
"""In so many worlds of his own the rival looks at each action; greedy does in sixteen."""
hide, guess, apply = GAME.hide, GAME.guess, GAME.apply


@rule
def as_greedy(s: State, who: int, actions: Ids, n: int, rng: Rng, world: Block) -> int:
    """Give what greedy would do in this seat, from what it sees; `world` has room for one more."""
    out, one, gains, his = np.zeros(2), np.zeros(n), np.zeros(n), world[1:2].copy()
    for _ in range(WORLDS):
        for _ in range(GUESS_TRIES):
            his[0] = s
            hide(his[0], who)
            guess(his[0], who, rng)
            if unit(rng) < plausible(his[0], who):
                break
        if ahead(his[0], actions, n, who, one):
            gains += one
            continue
        for at in range(n):
            world[1] = his[0]
            apply(world[1], actions[at])
            value(world[1], out)
            gains[at] += out[who]
    return int(np.argmax(gains))


def grow(
    tree: NodeTable, decision: Decision, rng: Rng, iterations: int, numbers: Numbers, scratch: Scratch
) -> None:
    """Run so many iterations as search does, but for the rival's own choices."""
    nodes, world, path, out = tree.nodes, scratch.world, scratch.path, scratch.out
    actions, room, planted = scratch.actions, tree.room, tree.planted
    for _ in range(iterations):
        imagine_one(tree, decision, world, rng)
        s, node, depth, is_fresh = world[0], ROOT, 1, False
        path[0] = ROOT
        while True:
            who = actor(s)
            if who == OVER or is_fresh or depth + 2 > len(path) or (depth > 1 and is_quiet(s)):
                break
            if who == CHANCE:
                deal(s, rng, actions, scratch.weights)
                continue
            n = legal(s, actions)
            if who == decision.seat:
                at = choose(tree, node, s, n, decision.instinct, rng, numbers, scratch)
                place = int(scratch.places[at])
            else:
                at = as_greedy(s, who, actions, n, rng, world)
                place = find(nodes, node, actions[at])
                if place < 0 and room[0] < len(planted):
                    place = ~place
                    plant(tree, place, node, actions[at], 1.0)
            apply(s, actions[at])
            if place < 0:
                break
            is_fresh = who == decision.seat and nodes[place].visits == 0
            node = place
            path[depth] = node
            depth += 1
        judge(s, rng, scratch, numbers.horizon, numbers.trust, numbers.foresees)
        for at in range(depth):
            nodes[path[at]].visits += 1
            for seat in range(len(out)):
                nodes[path[at]].gains[seat] += out[seat]


def knowing_mind(sense: Sense) -> Mind:
    """Bind the search to the game with this way of growing its tree."""
    usual, bound = kernel.grow, FunctionType(grow.__code__, {**kernel.__dict__, **globals()}, "grow")
    bound.__module__ = kernel.__name__
    kernel.grow = bound
    try:
        return make_mind(GAME, sense, "~knowing")
    finally:
        kernel.grow = usual


class Knowing(Minded):
    """Searches as a Master does against greedy, whom he knows."""

    def __init__(self) -> None:
        """Begin with the network that has met weak players, held on to less firmly."""
        super().__init__("knowing", knowing_mind(replace(SENSE, advice=against_weak, hold=0.05)))
