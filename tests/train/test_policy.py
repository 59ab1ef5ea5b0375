"""The learner of policies: parts of actions, honest credit, reproducible runs, and somebody worse is soon beaten."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs ochaya[train]: make test-train installs it")

from ochaya.bots.instinct import Instinctive  # noqa: E402
from ochaya.bots.limit import Limit as BotsLimit  # noqa: E402
from ochaya.bots.spec import contender  # noqa: E402
from ochaya.core.rng import new_rng  # noqa: E402
from ochaya.envs import Batch  # noqa: E402
from ochaya.games import game as game_of  # noqa: E402
from ochaya.train.begin import begin  # noqa: E402
from ochaya.train.errors import CannotTrain  # noqa: E402
from ochaya.train.policy.learner import PolicyLearner  # noqa: E402
from ochaya.train.policy.rollout import Decided, Rivals, play_round  # noqa: E402
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
    now = learner.tables.now
    width = int(now.counts.max())
    legal = torch.from_numpy(now.legals[:, :width].astype(np.int64))
    chances, shares = learner.network(torch.from_numpy(now.observations), legal, torch.from_numpy(now.counts))
    assert chances.exp().sum(1).detach().numpy() == pytest.approx(np.ones(learner.tables.n), abs=1e-5)
    for at in range(learner.tables.n):
        assert (chances[at, now.counts[at] :] < -1e8).all()
    assert ((shares > 0) & (shares < 1)).all()


def test_credit_goes_to_the_seat_that_decided_and_ends_with_its_own_result() -> None:
    """With a whole trace and nothing expected, what should have been expected is the result of one's own seat."""
    tables = Tables(game_of("_template"), ["three"], 64, 5)
    rivals = Rivals(tables, None, True, new_rng(1), 1)
    random = np.random.default_rng(2)

    def decide(now: Batch) -> Decided:
        places = (random.random(tables.n) * now.counts).astype(np.int64)
        seen, legal, counts = (torch.from_numpy(array.copy()) for array in (now.observations, now.legals, now.counts))
        nothing, quarter = np.zeros(tables.n, np.float32), np.full(tables.n, 0.25, np.float32)
        return Decided(seen, legal, counts, places, nothing, quarter)

    played = play_round(tables, rivals, 40, 1.0, decide)
    assert len(played.returns) > 64
    results = {0.0, 1.0, 0.5, 1 / 3}
    close = [any(abs(float(found) - result) < 1e-5 for result in results) for found in played.returns]
    assert np.mean(close) > 0.8  # all but those whose match goes on beyond the round, for which 0.25 is expected
    assert all(good or abs(float(found) - 0.25) < 1e-5 for good, found in zip(close, played.returns, strict=True))


def test_only_one_side_learns_against_a_frozen_bot() -> None:
    learner = learner_of("_template", "standard", against="uniform")
    own = learner.rivals.own
    assert own.sum() == learner.tables.n
    assert own[:, 0].sum() == learner.tables.n // 2
    assert learner.learn(0.0)["entropy"] > 0.0
    assert learner.decisions < SMALL.matches * SMALL.steps


@pytest.mark.parametrize(("name", "setups"), [("hanamikoji", ["standard"]), ("geishas_road", ["basic", "advanced"])])
def test_a_bot_of_instinct_is_asked_in_all_matches_at_once_and_answers_the_same(name: str, setups: list[str]) -> None:
    tables = Tables(game_of(name), setups, 24, 5)
    cold, warm = (
        Rivals(tables, contender(bot, BotsLimit(seconds=1)), False, new_rng(1), 1)
        for bot in ("instinct", "instinct+temperature=2"))
    assert cold.habits is not None
    for _ in range(12):
        learners = np.zeros(tables.n, np.int64)
        together = cold.choose(tables, learners)
        theirs = np.flatnonzero(~cold.is_own(tables.now))
        for at, seen in zip(theirs, tables.seen(theirs.tolist()), strict=True):
            legal = tables.now.legals[at, : tables.now.counts[at]].tolist()
            assert legal[together[at]] == Instinctive().choose(seen, legal, BotsLimit(seconds=1), new_rng(1))
        warmly = warm.choose(tables, learners)
        assert (warmly < tables.now.counts).all()
        tables.step_places(warmly)
    assert Rivals(tables, contender("greedy", BotsLimit(seconds=1)), False, new_rng(1), 1).habits is None


@pytest.mark.parametrize("against", ["", "uniform"])
def test_hanamikoji_is_soon_played_better_than_at_random(against: str) -> None:
    recipe = msgspec.structs.replace(SMALL, matches=192, steps=16, wide=64, batches=4)
    learner = PolicyLearner(game_of("hanamikoji"), ["standard"], recipe, 3, against)
    for _ in range(24):
        learner.learn(0.3)
    found = learner.measure(300)
    assert found.mean() > 0.54


def test_saving_between_rounds_changes_nothing() -> None:
    whole = learner_of("_template", "standard", 4)
    for _ in range(3):
        whole.learn(0.5)
    first = learner_of("_template", "standard", 4)
    first.learn(0.5)
    kept = first.save()
    again = learner_of("_template", "standard", 9)
    again.load(kept)
    again.learn(0.5)
    again.learn(0.5)
    assert again.decisions == whole.decisions
    for name, array in whole.save().items():
        if name.startswith("numbers."):
            assert again.save()[name] == pytest.approx(array, abs=1e-5)


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
