"""A policy's matches in shards: played without PyTorch, the same to the bit whoever plays them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from ochaya.core.habit import table_of_parts
from ochaya.games import game as game_of
from ochaya.train.learner import Arrays
from ochaya.train.policy import compiled
from ochaya.train.policy.compiled import Drawer, net_of
from ochaya.train.policy.rivals import Rivals
from ochaya.train.policy.shards import PolicyJob
from ochaya.train.policy.tables import Tables
from ochaya.train.recipes import PAST, Policy
from ochaya.train.shards import Here, Job, Played

SMALL = Policy(matches=40, steps=10, wide=24, parts=12, batches=2, pairs=4)
SHARES = {"greedy": 0.2, "uniform": 0.1, "instinct+temperature=1": 0.1, PAST: 0.3}


def random_numbers(name: str, recipe: Policy, seed: int) -> Arrays:
    """A network's numbers as a learner has them, without a learner."""
    game, random = game_of(name), np.random.default_rng(seed)
    parts = table_of_parts(game.decode, game.max_actions)[1]
    shapes: dict[str, tuple[int, ...]] = {
        "first.weight": (recipe.wide, game.observation_size), "first.bias": (recipe.wide,),
        "query.weight": (recipe.parts + recipe.pairs, recipe.wide), "query.bias": (recipe.parts + recipe.pairs,),
        "vectors.weight": (parts, recipe.parts), "mates.weight": (parts, recipe.pairs), "liking.weight": (parts, 1),
        "share.weight": (1, recipe.wide), "share.bias": (1,), "scale": (game.observation_size,),
    }
    for layer in range(recipe.layers - 1):
        shapes |= {f"layers.{layer}.weight": (recipe.wide, recipe.wide), f"layers.{layer}.bias": (recipe.wide,)}
    numbers = {f"numbers.{name}": random.normal(0.0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    numbers["numbers.scale"] = np.abs(numbers["numbers.scale"]) + np.float32(1.0)
    return numbers


def with_past(name: str, recipe: Policy) -> Arrays:
    past = {f"{PAST}.{key}": array for key, array in random_numbers(name, recipe, 2).items()}
    return random_numbers(name, recipe, 1) | past


def assert_same(some: Sequence[Played], others: Sequence[Played]) -> None:
    for one, other in zip(some, others, strict=True):
        for mine, theirs in ((one.notes, other.notes), (one.state, other.state)):
            assert mine.keys() == theirs.keys()
            for name, array in mine.items():
                assert np.array_equal(array, theirs[name]), name


@pytest.mark.parametrize(("name", "setups"), [("hanamikoji", ("standard",)), ("_template", ("standard", "three"))])
def test_a_round_of_a_shard_is_the_same_whoever_played_what_before(name: str, setups: tuple[str, ...]) -> None:
    job = PolicyJob(name, setups, SMALL, SHARES, 3)
    numbers, states = with_past(name, SMALL), job.begin(5)
    here = Here()
    here.take(job)
    first = here.play(numbers, states)
    second = here.play(numbers, [one.state for one in first])
    backwards = {shard: job.player().play(shard, numbers, first[shard].state) for shard in (2, 0, 1)}
    assert_same(second, [backwards[shard] for shard in range(3)])
    assert_same(first, here.play(numbers, states))
    assert not np.array_equal(first[0].notes["places"], second[0].notes["places"])
    assert not np.array_equal(first[0].notes["places"], first[1].notes["places"][:, :13])


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    job, numbers = PolicyJob("hanamikoji", ("standard",), SMALL, SHARES, 2), with_past("hanamikoji", SMALL)
    state = job.begin(5)[0]
    many = job.player().play(0, numbers, state)
    monkeypatch.setattr(compiled, "most_threads", lambda: 1)
    monkeypatch.setattr(compiled, "RANGES_PER_THREAD", 1)
    assert_same([many], [job.player().play(0, numbers, state)])


def test_rivals_have_their_share_of_all_matches_though_a_shard_may_have_none() -> None:
    game, counts, sides = game_of("_template"), np.zeros(2, int), np.zeros(2, int)
    for first in range(40):
        rivals = Rivals(Tables(game, ["standard"], 1, 0), {"greedy": 0.05, "uniform": 0.5}, 0, first, 40)
        for number in range(2):
            counts[number] += (rivals.rival == number).sum()
        sides += rivals.own[rivals.rival >= 0].sum(axis=0)
    assert counts.tolist() == [2, 20]
    assert sides.min() >= 6, "one side hardly learns"


def test_actions_are_drawn_by_their_chances() -> None:
    game = game_of("_template")
    net = net_of(game, random_numbers("_template", SMALL, 1))
    drawer, tables = Drawer(game, SMALL.wide, SMALL.parts + SMALL.pairs), Tables(game, ["standard"], 1, 3)
    rngs = np.full((1, 1), 77, np.uint64)
    found: list[tuple[int, float]] = []
    for _ in range(4000):
        drawn = drawer.draw(net, np.zeros(1, np.int64), tables.now, rngs)
        found.append((int(drawn.places[0]), float(np.exp(drawn.chances[0]))))
    chances = dict(found)
    assert sum(chances.values()) == pytest.approx(1.0, abs=1e-5)
    for place, chance in chances.items():
        assert np.mean([one == place for one, _ in found]) == pytest.approx(chance, abs=0.03)


# -- with PyTorch ----------------------------------------------------------------------------------------------------

class Backwards:
    """A crew that plays the last shard first, each by somebody new."""

    def take(self, job: Job) -> None:
        self.job = job

    def play(self, numbers: Arrays, states: Sequence[Arrays]) -> list[Played]:
        played = [self.job.player().play(shard, numbers, states[shard]) for shard in reversed(range(len(states)))]
        return played[::-1]


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch", reason="needs ochaya[train]: make test-train installs it")


POPULATION = msgspec.structs.replace(SMALL, rivals={"greedy": 0.2, "uniform": 0.1}, past=0.3, renew=2)


def learned(recipe: Policy, shards: int, crew: Any = None, rounds: int = 3, before: Any = None) -> Arrays:
    from ochaya.train.policy.learner import PolicyLearner

    learner = PolicyLearner(game_of("_template"), ["standard", "three"], recipe, 4, "", shards, crew)
    if before is not None:
        learner.load(before)
    for _ in range(rounds):
        learner.learn(0.5)
    return learner.save()


def assert_equal(one: Arrays, other: Arrays) -> None:
    assert one.keys() == other.keys()
    for name, array in one.items():
        assert np.array_equal(array, other[name]), name


@pytest.mark.parametrize("recipe", [SMALL, POPULATION])
def test_shards_played_in_any_order_teach_the_same_and_saving_changes_nothing(recipe: Policy, torch: Any) -> None:
    whole = learned(recipe, 3)
    assert_equal(whole, learned(recipe, 3, Backwards()))
    assert_equal(whole, learned(recipe, 3, Backwards(), 2, learned(recipe, 3, None, 1)))
    assert not np.array_equal(whole["numbers.query.weight"], learned(recipe, 2)["numbers.query.weight"])


@pytest.mark.parametrize(("name", "pairs"), [("_template", 0), ("hanamikoji", 5), ("geishas_road", 5)])
def test_what_is_compiled_says_what_the_network_says(name: str, pairs: int, torch: Any) -> None:
    from ochaya.train.networks import numbers_of, take_numbers
    from ochaya.train.policy.player import network_of

    game, recipe = game_of(name), msgspec.structs.replace(SMALL, pairs=pairs, layers=3)
    network = network_of(game, recipe)
    take_numbers(network, random_numbers(name, recipe, 3))
    tables = Tables(game, [next(iter(game.setups))], 30, 1)
    now, rngs = tables.now, np.arange(1, 31, dtype=np.uint64).reshape(30, 1)
    drawn = Drawer(game, recipe.wide, recipe.parts + pairs).draw(
        net_of(game, numbers_of(network)), np.arange(30), now, rngs)
    given = [torch.from_numpy(array.copy()) for array in (now.observations, now.legals, now.counts)]
    chances, shares = (found.detach().numpy() for found in network(*given))
    taken: npt.NDArray[Any] = chances[np.arange(30), drawn.places]
    assert drawn.chances == pytest.approx(taken, abs=1e-3)
    assert drawn.shares == pytest.approx(shares, abs=1e-4)


def test_in_shards_somebody_worse_is_soon_beaten(torch: Any) -> None:
    from ochaya.train.policy.learner import PolicyLearner

    recipe = Policy(matches=192, steps=16, wide=64, parts=16, batches=4, rate=(3e-3, 1e-3), entropy=(0.01, 0.0))
    learner = PolicyLearner(game_of("hanamikoji"), ["standard"], recipe, 3, "", 4)
    for _ in range(24):
        learner.learn(0.3)
    assert learner.measure(300).mean() > 0.54


def test_more_shards_than_matches_of_each_set_up_are_refused(torch: Any) -> None:
    from ochaya.train.errors import CannotTrain

    for shards in (0, 21):
        with pytest.raises(CannotTrain, match="train-shards"):
            learned(SMALL, shards)


def test_a_best_response_learns_in_shards_from_its_own_side_alone(torch: Any) -> None:
    from ochaya.train.policy.learner import PolicyLearner

    learner = PolicyLearner(game_of("_template"), ["standard"], SMALL, 4, "greedy", 5)
    learner.learn(0.5)
    assert 0 < learner.decisions < SMALL.matches * SMALL.steps * 0.7
    assert learner.even() == 0.5


def test_judges_are_not_cut(tmp_path: Path, torch: Any) -> None:
    from ochaya.train.begin import begin
    from ochaya.train.errors import CannotTrain

    with pytest.raises(CannotTrain, match="train-shards"):
        begin("_template", "standard", tmp_path / "one", judge=tmp_path / "policy", shards=2)
