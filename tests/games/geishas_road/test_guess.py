"""`guess` gives each world as often as chance makes it: compared with every history by chi-square.

The hard cases are those after counter-offers: a card put back may be in the deck or have been drawn, but not among
cards held before; a face-down card put back is known to one player only.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ochaya.core.game import OVER
from ochaya.core.record import Block
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.geishas_road import GAME
from tests.chance import is_as_expected
from tests.games.geishas_road.histories import Histories, World, starts, world_of
from tests.games.geishas_road.table import names
from tests.games.geishas_road.test_offers import OFFER, advanced

GUESSES = 4000


def opening(seed: int, turn: int) -> Block:
    """Play an advanced match at random, without special actions, up to a turn; Intrigue is left for later."""
    choice = random.Random(seed)
    state = GAME.start({"mode": "advanced"})
    while state[0].turn < turn or GAME.actor(state[0]) < 0:
        actions = [a for a in GAME.legal_ids(state[0]) if _is_plain(GAME.notation(a))]
        GAME.apply(state[0], choice.choice(actions))
    return state


def _is_plain(text: str) -> bool:
    return not text.startswith(("counter", "hide", "intrigue"))


def eager(state: Block, choice: random.Random) -> int:
    """Choose at random, but gladly make offers, counter-offers and hidden offers."""
    actions = GAME.legal_ids(state[0])
    texts = [GAME.notation(action) for action in actions]
    for kind, chance in (("counter", 0.9), ("hide", 0.6), ("compromise", 0.5), ("double", 0.5), ("intrigue", 0.5)):
        wanted = [action for action, text in zip(actions, texts, strict=True) if text.startswith(kind)]
        if wanted and choice.random() < chance:
            down = [action for action in wanted if GAME.notation(action).endswith("down")]
            return choice.choice(down if down and choice.random() < 0.6 else wanted)
    return choice.choice(actions)


def check_guesses(state: Block, viewer: int, expected: dict[World, float], seed: int) -> None:
    """Guess often and compare with the exact probabilities."""
    hidden, rng = seen(GAME, state, viewer), new_rng(seed)
    found: Counter[World] = Counter()
    for _ in range(GUESSES):
        world = hidden.block.copy()
        GAME.guess(world[0], viewer, rng)
        found[world_of(world)] += 1
    assert not set(found) - set(expected), "a world that no history leads to"
    groups = grouped(found, expected)
    assert is_as_expected([counted for counted, _ in groups], [hoped for _, hoped in groups])
    for card in range(1, 21):
        places = Counter[object]()
        hoped = Counter[object]()
        for world, chance in expected.items():
            places[place_of(card, world)] += found[world]
            hoped[place_of(card, world)] += chance * GUESSES  # type: ignore[assignment]
        assert is_as_expected(places.values(), hoped.values()), f"card {card}: {places}, expected {hoped}"


def grouped(found: Counter[World], expected: dict[World, float]) -> list[tuple[float, float]]:
    """Put rare worlds together, in an order that does not look at the counts."""
    groups, counted, hoped = [], 0.0, 0.0
    for world in sorted(expected, key=lambda world: (expected[world], world)):
        counted, hoped = counted + found[world], hoped + GUESSES * expected[world]
        if hoped >= 10:
            groups.append((counted, hoped))
            counted = hoped = 0.0
    return [*groups, (counted, hoped)] if hoped else groups


def place_of(card: int, world: World) -> tuple[int, ...]:
    """Say where a card (+ 1) is in a world, and whether it was put back."""
    sets, singles = world[:3], world[3:]
    return tuple(place >> (card - 1) & 1 for place in sets) + tuple(int(place == card) for place in singles)


def follow(seed: int, viewer: int, turn: int) -> Counter[str]:
    """Play on from an opening with all histories in hand, checking guesses; gives which hard cases were met."""
    met: Counter[str] = Counter()
    state = opening(seed, turn)
    ways = list(starts(state, viewer))
    assert len(ways) <= 20000
    histories = Histories(viewer, [(way, 1.0) for way in ways])
    choice = random.Random(seed + 1000)
    while GAME.actor(state[0]) != OVER and state[0].scored == 0:
        before = state.copy()
        action = eager(state, choice)
        GAME.apply(state[0], action)
        if not histories.step(before, action, state):
            break
        s = state[0]
        if s.backs and choice.random() < 0.5:
            down = any(owner not in (0, viewer + 1) for owner in s.down)
            check_guesses(state, viewer, histories.worlds(), seed)
            met[f"backs {s.backs}"] += 1
            met["face down on the table"] += down
            met["put back unseen"] += any(s.back_down[i] not in (0, viewer + 1) for i in range(s.backs))
            met["unequal worlds"] += len({round(p, 9) for p in histories.worlds().values()}) > 1
    return met


@pytest.mark.parametrize(("viewer", "turn", "seeds"), [
    (1, 3, (1, 3, 4, 8, 13)),
    pytest.param(0, 3, (1, 3, 5, 8, 10, 13), marks=pytest.mark.deep),
    pytest.param(NOBODY, 5, (6, 16, 20, 22, 25, 26), marks=pytest.mark.deep),
])
def test_guess_is_as_likely_as_chance_makes_it_after_counter_offers(
    viewer: int, turn: int, seeds: tuple[int, ...]
) -> None:
    met: Counter[str] = Counter()
    for seed in seeds:
        met += follow(seed, viewer, turn)
    for case in ("backs 1", "backs 2", "face down on the table", "put back unseen", "unequal worlds"):
        assert met[case] >= 3, f"{case} was met {met[case]} times only: {met}"


def test_before_any_counter_offer_all_ways_to_deal_are_as_likely() -> None:
    state = opening(3, 5)
    ways = Counter(world_of(way) for way in starts(state, 0))
    check_guesses(state, 0, {world: 1 / len(ways) for world in ways}, 1)


def test_a_card_put_back_is_not_guessed_where_it_cannot_be() -> None:
    """R-G8: the rival's cards held before the counter-offer cannot be the card put back."""
    state = advanced(OFFER, "open", "counter:1:yellow-1:up")
    hidden, rng = seen(GAME, state, 0), new_rng(4)
    for _ in range(300):
        world = hidden.block.copy()
        GAME.guess(world[0], 0, rng)
        assert "red-4" in names(world[0].deck), "nobody has drawn since"
