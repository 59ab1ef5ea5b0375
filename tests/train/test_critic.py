"""A critic that sees every card and knows the rival: it judges, the policy never sees what it sees."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs ochaya[train]: make test-train installs it")

from tools.put_learned import circle_numbers  # noqa: E402

from ochaya.core.circle_habit import CircleShape, circle_habit_of  # noqa: E402
from ochaya.core.habit import DOUBT  # noqa: E402
from ochaya.core.record import copied  # noqa: E402
from ochaya.core.secrecy import seen as seen_by  # noqa: E402
from ochaya.games import game as game_of  # noqa: E402
from ochaya.games.geishas_road.mind.description import CIRCLE  # noqa: E402
from ochaya.train.errors import CannotTrain  # noqa: E402
from ochaya.train.networks import numbers_of  # noqa: E402
from ochaya.train.policy.circle import CircleNetwork  # noqa: E402
from ochaya.train.policy.eyes import Eyes  # noqa: E402
from ochaya.train.policy.learner import CRITIC_FIRST, PolicyLearner  # noqa: E402
from ochaya.train.policy.rivals import Rivals  # noqa: E402
from ochaya.train.policy.tables import Tables  # noqa: E402
from ochaya.train.recipes import Policy  # noqa: E402

FLAT = Policy(matches=32, steps=12, wide=32, parts=16, batches=2, rate=(3e-3, 1e-3), entropy=(0.01, 0.0), critic=24)
CIRCULAR = msgspec.structs.replace(FLAT, circle=True, wide=24)
BOTH = [("hanamikoji", "standard", FLAT), ("geishas_road", "basic", CIRCULAR)]


def before_it_saw_so_much(arrays: dict[str, np.ndarray], inputs: int) -> dict[str, np.ndarray]:
    """Give a run as it would be if its observation had ended earlier."""
    start, own = "numbers.policy.", {name: array for name, array in arrays.items() if ".critic." not in name}
    first, scale = arrays[f"{start}first.weight"], arrays[f"{start}scale"]
    return own | {f"{start}first.weight": first[:, :inputs], f"{start}scale": scale[:inputs]}


def test_a_policy_begins_without_regard_to_what_its_observation_has_gained() -> None:
    first, learner = (PolicyLearner(game_of("hanamikoji"), ["standard"], FLAT, seed) for seed in (1, 2))
    first.learn(0.0)
    inputs = first.eyes.size - 30
    learner.start(before_it_saw_so_much(first.save(), inputs))
    assert learner.waits == CRITIC_FIRST
    now = Tables(first.game, ["standard"], 32, 1).now
    seen, legal, counts = (torch.from_numpy(array) for array in (now.observations, now.legals, now.counts))
    seen = torch.cat([seen[:, :inputs], torch.zeros(32, 30, dtype=seen.dtype)], 1)
    once, again = (one.network.policy(seen, legal, counts)[0] for one in (first, learner))
    assert torch.allclose(once, again, atol=1e-6)
    seen[:, inputs:] = 3
    assert torch.allclose(learner.network.policy(seen, legal, counts)[0], again, atol=1e-6)
    assert not torch.allclose(first.network.policy(seen, legal, counts)[0], once, atol=1e-6)


@pytest.mark.parametrize(("name", "setup", "recipe"), BOTH)
def test_a_seat_is_shown_what_it_sees_and_behind_it_the_truth_and_the_rival(
    name: str, setup: str, recipe: Policy
) -> None:
    game = game_of(name)
    eyes = Eyes(game, recipe)
    tables = Tables(game, [setup], 24, 1, eyes=eyes)
    rivals = Rivals(tables, {"greedy": 0.25, "uniform": 0.25}, 1)
    describe = CIRCLE.describe if recipe.circle else game.observe
    for _ in range(9):
        tables.step_places(np.zeros(24, np.int64))
    states = tables.envs[0].states()
    for at in range(24):
        seat, own, truth = int(tables.now.seats[at]), np.zeros(eyes.size, np.float32), np.zeros(eyes.size, np.float32)
        describe(copied(seen_by(game, states[at : at + 1], seat).block)[0], seat, own)
        describe(copied(states[at : at + 1])[0], seat, truth)
        assert tables.shown[at].tolist() == [*own.tolist(), *truth.tolist(), rivals.rival[at] + 1]
    assert set(tables.shown[:, -1].tolist()) == {0, 1, 2}


@pytest.mark.parametrize(("name", "setup", "recipe"), BOTH)
def test_the_policy_does_not_see_what_the_critic_sees(name: str, setup: str, recipe: Policy) -> None:
    learner = PolicyLearner(game_of(name), [setup], recipe, 1)
    learner.learn(0.0)
    tables = Tables(learner.game, [setup], 16, 1, eyes=learner.eyes)
    shown = torch.from_numpy(tables.shown)
    other = shown.clone()
    other[:, learner.eyes.size :] = 1
    rest = torch.from_numpy(tables.now.legals), torch.from_numpy(tables.now.counts)
    chances, shares = learner.network(shown, *rest)
    as_before, changed = learner.network(other, *rest)
    assert torch.equal(chances, as_before)
    assert not torch.allclose(shares, changed)


@pytest.mark.parametrize(("name", "setup", "recipe"), BOTH)
def test_the_critic_learns_what_matches_bring(name: str, setup: str, recipe: Policy) -> None:
    """Against a rival that is much weaker it soon expects more than against itself."""
    much = msgspec.structs.replace(recipe, matches=64, rivals={"uniform": 0.5})
    learner = PolicyLearner(game_of(name), [setup], much, 1)
    losses = [learner.learn(0.0)["value loss"] for _ in range(12)]
    assert np.mean(losses[-3:]) < losses[0]
    kept = learner.save()
    again = PolicyLearner(game_of(name), [setup], much, 2)
    again.load(kept)
    for name_of, array in learner.save().items():
        if name_of.startswith("numbers."):
            assert again.save()[name_of] == pytest.approx(array)


def test_a_policy_that_begins_with_a_new_critic_waits_for_it() -> None:
    plain = PolicyLearner(game_of("hanamikoji"), ["standard"], msgspec.structs.replace(FLAT, critic=0), 1)
    plain.learn(0.0)
    learner = PolicyLearner(game_of("hanamikoji"), ["standard"], FLAT, 2)
    learner.start(plain.save())
    before = numbers_of(learner.network.policy)
    critic = numbers_of(learner.network.critic)["numbers.share.weight"]
    assert learner.waits == CRITIC_FIRST
    learner.learn(0.0)
    for name, array in numbers_of(learner.network.policy).items():
        assert (array == before[name]).all(), name
    assert (numbers_of(learner.network.critic)["numbers.share.weight"] != critic).any()
    for _ in range(CRITIC_FIRST):
        learner.learn(0.0)
    assert (numbers_of(learner.network.policy)["numbers.query.weight"] != before["numbers.query.weight"]).any()


def test_the_compiled_habit_says_what_the_network_says(tmp_path: Path) -> None:
    game = game_of("geishas_road")
    torch.manual_seed(3)
    network = CircleNetwork(CIRCLE, 16, 2, 8)
    torch.nn.init.normal_(network.like.weight)
    tables = Tables(game, ["basic", "advanced"], 24, 1, eyes=Eyes(game, msgspec.structs.replace(CIRCULAR, critic=0)))
    network.settle(torch.from_numpy(tables.shown))
    np.save(tmp_path / "numbers.npy", circle_numbers(numbers_of(network), CIRCLE))
    habit = circle_habit_of(game, CIRCLE, tmp_path / "numbers.npy", CircleShape(wide=16, layers=2, length=8))
    for step in range(30):
        now = tables.now
        chances, _ = network(*(torch.from_numpy(array) for array in (tables.shown, now.legals, now.counts)))
        for at, sight in zip((0, 20), tables.seen([0, 20]), strict=True):
            n = int(now.counts[at])
            expected = (1.0 - DOUBT) * chances[at, :n].exp().detach().numpy() + DOUBT / n
            assert habit(sight, now.legals[at, :n].copy()) == pytest.approx(expected, abs=2e-3)
        tables.step_places((now.counts * step // 30).astype(np.int64))


def test_what_cannot_be_is_refused() -> None:
    game = game_of("hanamikoji")
    with pytest.raises(CannotTrain, match="train-no-circle"):
        PolicyLearner(game, ["standard"], CIRCULAR, 1)
    with pytest.raises(CannotTrain, match="train-shards"):
        PolicyLearner(game, ["standard"], FLAT, 1, shards=2)
    rivals = {f"instinct+temperature={at + 1}": 0.1 for at in range(6)}
    with pytest.raises(CannotTrain, match="train-rivals"):
        PolicyLearner(game, ["standard"], msgspec.structs.replace(FLAT, rivals=rivals), 1)
