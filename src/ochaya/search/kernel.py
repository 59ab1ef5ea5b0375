"""The compiled heart of search: open-loop information-set tree search, written once, specialised per game.

One iteration guesses a world, walks down the tree among the actions legal in that world, adds one node, judges
the position reached there, and credits every node on the way with each seat's share. The tree branches on actions
(and on `key`, where a game gives one), never on chance: the same node is met in many worlds, so each node
counts how often it was on offer.

Nodes live in a hash table allocated beforehand: a node's place is found from its parent's place and the action
that leads to it. `layout.py` names what the functions below work on: the tree, the decision, the judgement's
numbers, the scratch space. The unbound names (legal, apply, value …) become the game's own functions when
`specialise` compiles this file for a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ochaya.core.curves import power
from ochaya.core.game import CHANCE, OVER, Ids, Shares
from ochaya.core.record import Block
from ochaya.core.rng import Rng, below, pick, unit
from ochaya.core.scratch import scratch as room_for_a_while
from ochaya.search.layout import Decision, Nodes, NodeTable, Numbers, Scratch


def _unbound(*_: Any) -> Any:
    raise NotImplementedError("a game's function takes this name when search is specialised")


actor = legal = odds = apply = score = hide = guess = stride = _unbound
value = foresee = ahead = is_quiet = playout = priors = plausible = believe = key = _unbound
tell_kinds = foresee_beside = believe_beside = play_beside = weigh = _unbound
deal = step = _unbound
KINDS = 0
"""So many kinds of players the game tells from equals; its own number when search is specialised."""
PLAYS_BESIDE = False
"""Whether what an action leaves behind is played on in known company; the game's own, likewise."""
HOLD_BESIDE = 0.0
"""How firmly search holds on to the instinct in known company; the game's own, likewise."""
REHEARSES = False
"""Whether the game has an instinct to play on by; its own, likewise."""

ROOT = 0
GUESS_TRIES = 8
KEPT_AT_ONCE = 3
"""So many worlds more are guessed in each iteration while there is room for them."""
KEY_BIT = 1 << 39
REHEARSAL = (1 << 40) - 2
"""Leads from an action at the root to the node that holds how its rehearsals ended."""
REHEARSED_FROM = 64
"""An action tried less often is not rehearsed."""
HALF_HEARD = 30.0
"""After so many rehearsals an action's worth comes from them and from the tree half and half."""
MOST_KINDS = 4
GOLDEN = 0.6180339887498949
"""Multiples of it, without the whole part, lie as evenly as can be."""
EQUAL = 0
"""Who sits opposite where it is nobody of a known kind; the kinds are numbered from 1."""
MET = -1
"""Says instead of a node that one of a known kind was met, and the iteration is over."""


# -- one step of the match ------------------------------------------------------------------------------------------


def deal_by_odds(s: Any, rng: Rng, actions: Ids, weights: Ids) -> int:
    """Let chance give one outcome by its odds."""
    n = legal(s, actions)
    odds(s, weights)
    apply(s, actions[pick(rng, weights, n)])
    return 1


def deal_by_stride(s: Any, rng: Rng, actions: Ids, weights: Ids) -> int:
    """Let chance deal all that is due at once."""
    return stride(s, rng)  # type: ignore[no-any-return]


def step_at_random(s: Any, rng: Rng, actions: Ids, weights: Ids) -> int:
    """Let whoever is to act take a random legal action."""
    if actor(s) == CHANCE:
        return deal(s, rng, actions, weights)  # type: ignore[no-any-return]
    n = legal(s, actions)
    apply(s, actions[below(rng, n)])
    return 1


def step_by_stride(s: Any, rng: Rng, actions: Ids, weights: Ids) -> int:
    """Take the game's own fast random step."""
    return stride(s, rng)  # type: ignore[no-any-return]


def step_by_policy(s: Any, rng: Rng, actions: Ids, weights: Ids) -> int:
    """Take a step by the game's playout policy."""
    return playout(s, rng)  # type: ignore[no-any-return]


def judge_at_once(s: Any, out: Shares, foresees: bool) -> None:
    """Write each seat's expected share by the game's foresight, or at a glance."""
    if foresees:
        foresee(s, out)
    else:
        value(s, out)


def judge(s: Any, rng: Rng, scratch: Scratch, horizon: int, trust: float, foresees: bool) -> None:
    """Write each seat's expected share: by a playout, by the game's foresight, or by a mixture. Plays `s` on."""
    actions, weights, out, glance = scratch.actions, scratch.weights, scratch.out, scratch.glance
    if actor(s) == OVER:
        score(s, out)
        return
    if is_quiet(s) or trust >= 1.0:
        judge_at_once(s, out, foresees)
        return
    if trust > 0.0:
        judge_at_once(s, glance, foresees)
    taken = 0
    while True:
        if actor(s) == OVER:
            score(s, out)
            break
        if taken >= horizon or is_quiet(s):
            judge_at_once(s, out, foresees)
            break
        taken += step(s, rng, actions, weights)
    if trust > 0.0:
        for seat in range(len(out)):
            out[seat] = trust * glance[seat] + (1.0 - trust) * out[seat]


# -- the table of nodes ---------------------------------------------------------------------------------------------


def find(nodes: Nodes, parent: int, label: int) -> int:
    """Give the place of the node that `label` leads to from `parent`, or where it would go: ~place."""
    mask = len(nodes) - 1
    above, below_it = np.int64(parent), np.int64(label)
    name = (above << 40) + below_it + 1
    mixed = above * 0x9E3779B1 ^ (below_it & 0xFFFFF) * 0x85EBCA77 ^ (below_it >> 20) * 0xC2B2AE3D
    place = (mixed ^ (mixed >> 21)) & mask
    while True:
        found = nodes[place].name
        if found == name:
            return place  # type: ignore[return-value]
        if found == 0:
            return ~place  # type: ignore[return-value]
        place = (place + 1) & mask


def plant(tree: NodeTable, place: int, parent: int, label: int, prior: float) -> None:
    """Put a new node into the table."""
    tree.planted[tree.room[0]] = place
    tree.room[0] += 1
    node, above = tree.nodes[place], tree.nodes[parent]
    node.name = (np.int64(parent) << 40) + label + 1
    node.prior = prior
    if label < KEY_BIT:
        node.action = label
        node.next = above.first
        above.first = place
        above.children += 1


def clear(tree: NodeTable) -> None:
    """Empty the table, touching only what was used."""
    nodes, planted, room = tree.nodes, tree.planted, tree.room
    for at in range(room[0]):
        node = nodes[planted[at]]
        node.name = 0
        node.visits = 0
        node.offered = 0
        node.first = 0
        node.children = 0
        node.rehearsal = 0
        node.prior = 0.0
        for seat in range(len(node.gains)):
            node.gains[seat] = 0.0
    room[0] = room[1] = 0
    nodes[ROOT].name = -1
    nodes[ROOT].visits = 0
    nodes[ROOT].first = 0
    nodes[ROOT].children = 0
    for seat in range(len(nodes[ROOT].gains)):
        nodes[ROOT].gains[seat] = 0.0


def credit(nodes: Nodes, place: int, out: Shares) -> None:
    """Count a visit of a node and what it brought to each seat."""
    node = nodes[place]
    node.visits += 1
    for seat in range(len(out)):
        node.gains[seat] += out[seat]


# -- walking --------------------------------------------------------------------------------------------------------


def index_of(actions: Ids, n: int, action: int) -> int:
    """Give where an action stands among the n legal ones, which ascend; -1 where it is not legal now."""
    low, high = 0, n
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low if low < n and actions[low] == action else -1


def worth_to(nodes: Nodes, node: Any, who: int) -> float:
    """Give what a node has brought to somebody on average: in the tree and, the more there were, in rehearsals."""
    worth = node.gains[who] / node.visits if node.visits > 0 else 0.0
    if node.rehearsal == 0:
        return worth
    heard = nodes[node.rehearsal]
    part = heard.visits / (heard.visits + HALF_HEARD)
    return worth + part * (heard.gains[who] / heard.visits - worth)  # type: ignore[no-any-return]


def offer(nodes: Nodes, child: Any, who: int, explore: float, firmness: float) -> float:
    """Note that a child is on offer once more, and give how much it is worth to somebody to try it again (PUCT)."""
    child.offered += 1
    curiosity = explore * np.sqrt(np.float32(child.offered)) + firmness * child.offered
    return worth_to(nodes, child, who) + child.prior * curiosity / (1 + child.visits)  # type: ignore[no-any-return]


def choose(
    tree: NodeTable, parent: int, s: Any, n: int, instinct: Shares, rng: Rng, numbers: Numbers, scratch: Scratch
) -> int:
    """Pick which of the n legal actions to follow (PUCT, widening as visits grow); gives its index."""
    nodes, actions, places, promise = tree.nodes, scratch.actions, scratch.places, scratch.promise
    who = actor(s)
    explore = numbers.explore
    tried = 0
    best, best_worth = -1, -1.0
    has_instinct = parent == ROOT and len(instinct) == n
    firmness = numbers.hold if has_instinct else 0.0
    if 4 * nodes[parent].children < n:  # few children, many actions: look each child up among the actions
        for at in range(n):
            places[at] = -1
        place = nodes[parent].first
        while place != ROOT:
            at = index_of(actions, n, nodes[place].action)
            if at >= 0:
                tried += 1
                places[at] = place
                worth = offer(nodes, nodes[place], who, explore, firmness)
                if worth > best_worth or (worth == best_worth and at < best):
                    best, best_worth = at, worth
            place = nodes[place].next
    else:
        for at in range(n):
            place = find(nodes, parent, actions[at])
            places[at] = place
            if place >= 0:
                tried += 1
                worth = offer(nodes, nodes[place], who, explore, firmness)
                if worth > best_worth:
                    best, best_worth = at, worth
    if tried == n or tree.room[0] >= len(tree.planted):
        return best if best >= 0 else below(rng, n)
    if tried > 0 and tried >= numbers.widen * power(float(nodes[parent].visits), numbers.narrow):
        return best
    if has_instinct:
        for at in range(n):
            promise[at] = instinct[at]
    else:
        priors(s, actions, n, promise)
    total, start = 0.0, below(rng, n)
    best, best_worth, before, before_worth = -1, -1.0, -1, -1.0
    for at in range(n):
        if at == start:  # of equals the first from here on
            before, before_worth, best, best_worth = best, best_worth, -1, -1.0
        total += promise[at]
        if places[at] < 0 and promise[at] > best_worth:
            best, best_worth = at, promise[at]
    if before_worth > best_worth:
        best = before
    place = ~find(nodes, parent, actions[best])
    plant(tree, place, parent, actions[best], promise[best] / total)
    nodes[place].offered = 1
    places[best] = place
    return best


def belief_in(s: Any, seat: int, kind: int, is_glance: bool) -> float:
    """Say how believable a world is to a seat: at a glance, or where one of this kind sits opposite."""
    if is_glance:
        return plausible(s, seat)  # type: ignore[no-any-return]
    return believe(s, seat) if kind == EQUAL else believe_beside(s, seat, kind)  # type: ignore[no-any-return]


def imagine(decision: Decision, world: Block, kind: int, rng: Rng, is_glance: bool) -> None:
    """Guess a world, the more believable the likelier; nothing needs guessing where all cards are open."""
    seen, seat = decision.seen, decision.seat
    if decision.is_open:
        world[0] = seen[0]
        return
    for _ in range(GUESS_TRIES):
        world[0] = seen[0]
        guess(world[0], seat, rng)
        belief = belief_in(world[0], seat, kind, is_glance)
        if belief >= 1.0 or unit(rng) < belief:
            return


def keep_more(tree: NodeTable, decision: Decision, rng: Rng) -> None:
    """Guess more worlds while there is room, and note how believable each is."""
    worlds, faith, room, seat = tree.worlds, tree.faith, tree.room, decision.seat
    for _ in range(min(KEPT_AT_ONCE, len(worlds) - room[1])):
        at = room[1]
        worlds[at] = decision.seen[0]
        guess(worlds[at], seat, rng)
        before = faith[at - 1] if at > 0 else 0.0
        faith[at] = before + belief_in(worlds[at], seat, EQUAL, False)
        room[1] += 1


def imagine_one(tree: NodeTable, decision: Decision, world: Block, kind: int, rng: Rng) -> None:
    """Give a world, the more believable the likelier: among equals one of those that are kept, where any are."""
    if len(tree.worlds) == 0 or kind != EQUAL or decision.is_open:
        imagine(decision, world, kind, rng, False)
        return
    keep_more(tree, decision, rng)
    world[0] = tree.worlds[kept_at(tree, unit(rng))]


def kept_at(tree: NodeTable, part: float) -> int:
    """Give which kept world stands at this part (0 to 1) of all that is believed."""
    faith, low, high = tree.faith, 0, tree.room[1] - 1
    drawn = faith[high] * part
    while low < high:
        middle = (low + high) >> 1
        if faith[middle] <= drawn:
            low = middle + 1
        else:
            high = middle
    return low


# -- in known company -------------------------------------------------------------------------------------------------


def held_beside(numbers: Numbers, chances: Shares) -> Numbers:
    """Give the numbers with which a decision is thought about where kinds sit opposite by these chances."""
    weak = 0.0
    for kind in range(KINDS):
        weak += chances[kind]
    hold = weak * HOLD_BESIDE + (1.0 - weak) * numbers.hold
    return Numbers(
        numbers.explore, hold, numbers.widen, numbers.narrow, numbers.trust, numbers.horizon, numbers.has_key,
        numbers.has_value, numbers.foresees, numbers.asks_company, numbers.rehearse)


def golden_part(number: int) -> float:
    """Give the part (0 to 1) that belongs to a number: the parts of 0, 1, 2 … lie evenly, however many there are."""
    part = GOLDEN * number + GOLDEN
    return part - np.floor(part)  # type: ignore[no-any-return]


def kind_of_visit(chances: Shares, visits: int) -> int:
    """Say who sits opposite after so many visits of an action: each action meets every kind by its chance, evenly.

    Drawn anew each time, some actions would meet more of the weak than others, and look better for it.
    """
    left = golden_part(visits)
    for kind in range(KINDS):
        left -= chances[kind]
        if left < 0.0:
            return kind + 1
    return EQUAL


def visit_beside(
    tree: NodeTable, decision: Decision, chances: Shares, rng: Rng, numbers: Numbers, scratch: Scratch
) -> int:
    """Choose an action by what is seen, then say who sits opposite on this visit, then guess a world and act in it.

    Beside one of a known kind that is the whole iteration (gives MET): what follows is played on as such players do and
    judged by how matches with them go on, for search would take him for an equal. Beside an equal it gives the action's
    node, or ROOT where the tree is full, and the iteration goes on from there.
    """
    nodes, world, actions, out = tree.nodes, scratch.world, scratch.actions, scratch.out
    seen, seat = decision.seen[0], decision.seat
    at = choose(tree, ROOT, seen, legal(seen, actions), decision.instinct, rng, numbers, scratch)
    action, node = actions[at], max(scratch.places[at], ROOT)
    kind = kind_of_visit(chances, nodes[node].visits)
    imagine_one(tree, decision, world, kind, rng)
    s = world[0]
    apply(s, action)
    if kind == EQUAL:
        return node  # type: ignore[no-any-return]
    while PLAYS_BESIDE and actor(s) != OVER and not is_quiet(s):
        play_beside(s, world[1:], seat, kind, rng)
    if actor(s) == OVER:
        score(s, out)
    else:
        foresee_beside(s, seat, kind, out)
    credit(nodes, ROOT, out)
    if node != ROOT:
        credit(nodes, node, out)
    return MET


# -- rehearsing -------------------------------------------------------------------------------------------------------


def rehearse(
    tree: NodeTable, decision: Decision, place: int, rng: Rng, foresees: bool, scratch: Scratch
) -> None:
    """Play on once after an action at the root as the game's instinct would for everybody, each by what he sees."""
    nodes, world, actions, promise, out = tree.nodes, scratch.world, scratch.actions, scratch.promise, scratch.out
    at = find(nodes, place, REHEARSAL)
    if at < 0:
        if tree.room[0] >= len(tree.planted):
            return
        at = ~at
        plant(tree, at, place, REHEARSAL, 1.0)
    if len(tree.worlds) > 0:  # the same worlds, evenly spread, for all actions
        world[0] = tree.worlds[kept_at(tree, golden_part(nodes[at].visits))]
    else:
        imagine(decision, world, EQUAL, rng, False)
    s = world[0]
    apply(s, nodes[place].action)
    while actor(s) != OVER and not is_quiet(s):
        who = actor(s)
        if who == CHANCE:
            deal(s, rng, actions, scratch.weights)
            continue
        n, best = legal(s, actions), 0
        if n > 1:
            world[1] = s
            hide(world[1], who)
            weigh(tree.habit, world[1], who, actions, n, promise)
            for other in range(1, n):
                if promise[other] > promise[best]:
                    best = other
        apply(s, actions[best])
    if actor(s) == OVER:
        score(s, out)
    else:
        judge_at_once(s, out, foresees)
    credit(nodes, at, out)
    nodes[place].rehearsal = at


# -- growing ----------------------------------------------------------------------------------------------------------


def grow(
    tree: NodeTable, decision: Decision, rng: Rng, iterations: int, numbers: Numbers, scratch: Scratch
) -> None:
    """Run so many iterations on the tree of one decision."""
    nodes, world, path, out = tree.nodes, scratch.world, scratch.path, scratch.out
    actions, weights, places = scratch.actions, scratch.weights, scratch.places
    room, planted, instinct, seat = tree.room, tree.planted, decision.instinct, decision.seat
    has_company = KINDS > 0 and numbers.asks_company and not decision.is_open
    chances = room_for_a_while(MOST_KINDS, np.float64)
    beside = numbers
    if has_company:
        tell_kinds(decision.seen[0], seat, chances)
        beside = held_beside(numbers, chances)
    rehearses = REHEARSES and numbers.rehearse > 0.0 and len(instinct) > 0
    for _ in range(iterations):
        node = ROOT
        path[0] = ROOT
        depth = 1
        is_fresh = False
        if has_company:
            node = visit_beside(tree, decision, chances, rng, beside, scratch)
            if node == MET:
                continue
            is_fresh = node == ROOT or nodes[node].visits == 0
            if node != ROOT:
                path[1] = node
                depth = 2
        else:
            imagine_one(tree, decision, world, EQUAL, rng)
        s = world[0]
        while True:
            who = actor(s)
            if who == OVER or is_fresh or depth + 2 > len(path) or (depth > 1 and is_quiet(s)):
                break
            if who == CHANCE:
                deal(s, rng, actions, weights)
                continue
            n = legal(s, actions)
            if n == 1 and depth > 1:
                apply(s, actions[0])
                continue
            if numbers.has_key and depth > 1:
                label = KEY_BIT + key(s, seat)
                place = find(nodes, node, label)
                if place < 0 and room[0] < len(planted):
                    place = ~place
                    plant(tree, place, node, label, 1.0)
                if place < 0:
                    break
                node = place
                path[depth] = node
                depth += 1
            at = choose(tree, node, s, n, instinct, rng, numbers, scratch)
            place = places[at]
            apply(s, actions[at])
            if place < 0:
                break
            is_fresh = nodes[place].visits == 0
            node = place
            path[depth] = node
            depth += 1
        judge(s, rng, scratch, numbers.horizon, numbers.trust, numbers.foresees)
        for at in range(depth):
            credit(nodes, path[at], out)
        if rehearses and depth > 1 and nodes[path[1]].visits >= REHEARSED_FROM:
            tried = nodes[path[1]]
            heard = nodes[tried.rehearsal].visits if tried.rehearsal != 0 else 0
            if heard < numbers.rehearse * np.sqrt(np.float32(tried.visits)):
                rehearse(tree, decision, path[1], rng, numbers.foresees, scratch)


def brought_to(nodes: Nodes, node: Any, who: int) -> float:
    """Give what a node has brought to somebody in all its visits."""
    return node.gains[who] if node.rehearsal == 0 else node.visits * worth_to(nodes, node, who)  # type: ignore[no-any-return]


def at_root(tree: NodeTable, decision: Decision, visits: npt.NDArray[np.int64], gains: Shares) -> None:
    """Add up, for each legal action, how often it was taken and what it brought to the seat that decides."""
    nodes, choices = tree.nodes, decision.legal
    for at in range(len(choices)):
        place = find(nodes, ROOT, choices[at])
        if place >= 0:
            visits[at] += nodes[place].visits
            gains[at] += brought_to(nodes, nodes[place], decision.seat)


def gains_of(tree: NodeTable, action: int, out: Shares) -> int:
    """Add up what an action at the root brought to each seat; give how often it was taken."""
    place = find(tree.nodes, ROOT, action)
    if place < 0:
        return 0
    node = tree.nodes[place]
    for seat in range(len(out)):
        out[seat] += brought_to(tree.nodes, node, seat)
    return node.visits  # type: ignore[no-any-return]


def glance_ahead(
    decision: Decision, rng: Rng, worlds: int, gains: Shares, numbers: Numbers, scratch: Scratch
) -> None:
    """Judge each action one step ahead, in the same guessed worlds for all: the greedy bot's whole thought."""
    choices, world, out, seat = decision.legal, scratch.world, scratch.out, decision.seat
    for _ in range(worlds):
        imagine(decision, world, EQUAL, rng, True)
        if numbers.has_value and ahead(world[0], choices, len(choices), seat, scratch.promise):
            for at in range(len(choices)):
                gains[at] += scratch.promise[at]
            continue
        for at in range(len(choices)):
            world[1] = world[0]
            s = world[1]
            apply(s, choices[at])
            if numbers.has_value and actor(s) != OVER:
                value(s, out)
            else:
                judge(s, rng, scratch, numbers.horizon, 0.0, numbers.foresees)
            gains[at] += out[seat]
