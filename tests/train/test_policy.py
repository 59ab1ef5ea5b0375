"""The learner of policies: parts of actions, honest credit, reproducible runs, and somebody worse is soon beaten."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs ochaya[train]: make test-train installs it")

from ochaya.games import game as game_of  # noqa: E402
from ochaya.train.begin import begin  # noqa: E402
from ochaya.train.errors import CannotTrain  # noqa: E402
from ochaya.train.policy.learner import PolicyLearner  # noqa: E402
from ochaya.train.policy.network import PolicyNetwork  # noqa: E402
from ochaya.train.policy.rollout import Together  # noqa: E402
from ochaya.train.policy.tables import Tables  # noqa: E402
from ochaya.train.recipes import Policy  # noqa: E402
from ochaya.train.run import Limit  # noqa: E402

SMALL = Policy(matches=32, steps=12, wide=32, parts=16, batches=2, rate=(3e-3, 1e-3), entropy=(0.01, 0.0))


def learner_of(name: str, setup: str, seed: int = 1, against: str = "") -> PolicyLearner:
    return PolicyLearner(game_of(name), setup.split(","), SMALL, seed, against)


@pytest.mark.parametrize(
    ("name", "setup"), [("_template", "standard"), ("_template", "three,alone"), ("hanamikoji", "standard")]
)
def test_chances_of_legal_actions_add_up_to_one(name: str, setup: str) -> None:
    learner = learner_of(name, setup)
    tables = Tables(learner.game, learner.setups, 32, 1)
    now = tables.now
    width = int(now.counts.max())
    legal = torch.from_numpy(now.legals[:, :width].astype(np.int64))
    chances, shares = learner.network(torch.from_numpy(now.observations), legal, torch.from_numpy(now.counts))
    assert chances.exp().sum(1).detach().numpy() == pytest.approx(np.ones(tables.n), abs=1e-5)
    for at in range(tables.n):
        assert (chances[at, now.counts[at] :] < -1e8).all()
    assert ((shares > 0) & (shares < 1)).all()


def test_only_one_side_learns_against_a_frozen_bot() -> None:
    learner = learner_of("_template", "standard", against="uniform")
    assert isinstance(learner.matches, Together)
    own = np.concatenate([group.rivals.own for group in learner.matches.groups])
    assert own.sum() == SMALL.matches
    assert own[:, 0].sum() == SMALL.matches // 2
    assert learner.learn(0.0)["entropy"] > 0.0
    assert learner.decisions < SMALL.matches * SMALL.steps


@pytest.mark.parametrize("against", ["", "uniform"])
def test_hanamikoji_is_soon_played_better_than_at_random(against: str) -> None:
    recipe = msgspec.structs.replace(SMALL, matches=192, steps=16, wide=64, batches=4)
    learner = PolicyLearner(game_of("hanamikoji"), ["standard"], recipe, 3, against)
    for _ in range(24):
        learner.learn(0.3)
    found = learner.measure(300)
    assert found.mean() > 0.54


POPULATION = msgspec.structs.replace(SMALL, rivals={"greedy": 0.2, "uniform": 0.1}, past=0.3, renew=2)


MEAN = msgspec.structs.replace(SMALL, mean=0.9, past=0.5, pool="past")


@pytest.mark.parametrize("recipe", [SMALL, POPULATION, MEAN])
def test_saving_between_rounds_changes_nothing(recipe: Policy) -> None:
    game = game_of("_template")
    whole = PolicyLearner(game, ["standard"], recipe, 4)
    for _ in range(4):
        whole.learn(0.5)
    first = PolicyLearner(game, ["standard"], recipe, 4)
    first.learn(0.5)
    kept = first.save()
    again = PolicyLearner(game, ["standard"], recipe, 9)
    again.load(kept)
    for _ in range(3):
        again.learn(0.5)
    assert again.decisions == whole.decisions
    for name, array in whole.save().items():
        if name.startswith(("numbers.", "past.", "latest.")):
            assert again.save()[name] == pytest.approx(array, abs=1e-5)


def test_what_rivals_decide_teaches_nothing() -> None:
    """The decisions learned from are those of the learner's seats, and the matches of rivals go on as theirs."""
    learner = PolicyLearner(game_of("_template"), ["standard"], POPULATION, 4)
    alone = PolicyLearner(game_of("_template"), ["standard"], SMALL, 4)
    learner.learn(0.5)
    alone.learn(0.5)
    assert 0 < learner.decisions < alone.decisions


def test_what_is_kept_is_the_mean_over_time() -> None:
    learner = PolicyLearner(game_of("_template"), ["standard"], MEAN, 4)
    learner.learn(0.5)
    first = learner.network.query.weight.clone()
    assert torch.equal(torch.from_numpy(learner.save()["numbers.query.weight"]), first)
    learner.learn(0.5)
    kept = torch.from_numpy(learner.save()["numbers.query.weight"])
    assert torch.allclose(kept, 0.5 * (first + learner.network.query.weight), atol=1e-6)
    assert not torch.equal(first, learner.network.query.weight)


def test_an_earlier_self_can_be_the_pool() -> None:
    """Against a copy of itself anybody gets half."""
    learner = PolicyLearner(game_of("_template"), ["standard"], MEAN, 4)
    learner.learn(0.0)
    assert learner.past is not None
    learner.past.load_state_dict(learner.network.state_dict())
    assert abs(learner.measure(600).mean() - 0.5) < 0.08


def test_an_earlier_self_is_renewed_after_so_many_rounds() -> None:
    learner = PolicyLearner(game_of("_template"), ["standard"], POPULATION, 4)
    assert learner.past is not None
    olds = []
    for _ in range(3):
        learner.learn(0.5)
        olds.append(learner.past.query.weight.clone())
    assert torch.equal(olds[0], olds[1])
    assert not torch.equal(olds[1], olds[2])


def test_many_actions_are_scored_alike_one_by_one_and_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a GPU does, against what a CPU does where a game has thousands of actions."""
    learner = PolicyLearner(game_of("geishas_road"), ["basic"], msgspec.structs.replace(SMALL, pairs=8), 4)
    torch.nn.init.normal_(learner.network.query.weight, std=0.5)
    now = Tables(learner.game, learner.setups, 32, 1).now
    given = [torch.from_numpy(array) for array in (now.observations, now.legals, now.counts)]
    one_by_one = learner.network(*given)[0]
    monkeypatch.setattr("ochaya.train.policy.network.DENSE", 10**6)
    assert torch.allclose(learner.network(*given)[0].exp(), one_by_one.exp(), atol=1e-5)


@pytest.mark.parametrize(("pairs", "reached"), [(0, 0.5), (4, 1.0)])
def test_that_parts_go_well_together_is_learned_by_pairs_alone(pairs: int, reached: float) -> None:
    """Of two cards and two colours only these belong together: the first with the first, the second with the second."""
    torch.manual_seed(1)
    table = np.array([[1, 3], [1, 4], [2, 3], [2, 4]])
    network = PolicyNetwork(1, table, parts=5, wide=8, layers=2, length=4, pairs=pairs)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.03)
    seen, legal, counts = torch.ones(1, 1), torch.arange(4)[None], torch.tensor([4])
    for _ in range(300):
        chances, _ = network(seen, legal, counts)
        loss = -chances[0, [0, 3]].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert float(chances[0, [0, 3]].exp().sum().detach()) == pytest.approx(reached, abs=0.02)


def test_measuring_does_not_disturb_learning() -> None:
    one, other = learner_of("_template", "standard", 5), learner_of("_template", "standard", 5)
    one.learn(0.5)
    one.measure(20)
    after = one.learn(0.5)
    other.learn(0.5)
    assert other.learn(0.5) == pytest.approx(after)


def test_nobody_can_be_exploited_alone() -> None:
    with pytest.raises(CannotTrain, match="train-one-seat"):
        learner_of("_template", "alone", against="uniform")


def test_a_best_response_is_a_run_with_a_card_that_names_the_bot(tmp_path: Path) -> None:
    recipe = tmp_path / "small.toml"
    recipe.write_text("[policy]\nmatches = 16\nsteps = 8\nwide = 16\nparts = 8\nbatches = 2\n")
    run = begin("_template", "standard", tmp_path / "response", recipe=recipe, against="greedy")
    run.matches = 20
    card = run.go(Limit(decisions=200), lambda point: None)
    assert card.about.against == "greedy"
    assert card.pool == "greedy"
    assert 0.0 <= card.low <= card.share <= card.high <= 1.0
    assert (tmp_path / "response.svg").exists()
