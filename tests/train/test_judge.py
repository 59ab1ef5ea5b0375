"""The learner of outlooks, and what was learned as it plays: the very numbers of the network that learned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs ochaya[train]: make test-train installs it")

from tools.put_learned import outlook_numbers, policy_numbers  # noqa: E402

from ochaya.core.habit import DOUBT, Shape, habit_of  # noqa: E402
from ochaya.core.jit import rule  # noqa: E402
from ochaya.core.outlook import outlook_of  # noqa: E402
from ochaya.games import game as game_of  # noqa: E402
from ochaya.train.begin import begin  # noqa: E402
from ochaya.train.errors import CannotTrain  # noqa: E402
from ochaya.train.judge.learner import JudgeLearner  # noqa: E402
from ochaya.train.policy.learner import PolicyLearner  # noqa: E402
from ochaya.train.policy.tables import Tables  # noqa: E402
from ochaya.train.recipes import Judge, Policy  # noqa: E402
from ochaya.train.run import Limit  # noqa: E402

POLICY = Policy(matches=48, steps=8, wide=16, parts=8, batches=2)
JUDGE = Judge(wide=16, steps=24, wander=6, thin=2, batch=64, rate=(5e-3, 1e-3))


@rule
def two_players(s: object) -> int:
    return 2


def judge_of(name: str, setups: list[str]) -> JudgeLearner:
    game = game_of(name)
    return JudgeLearner(game, setups, JUDGE, POLICY, PolicyLearner(game, setups, POLICY, 1).save(), 1)


def test_a_judge_learns_who_will_win() -> None:
    judge = judge_of("_template", ["standard", "three", "alone"])
    before = judge.measure(300).mean()
    first = judge.learn(0.0)["loss"]
    for _ in range(20):
        last = judge.learn(0.5)["loss"]
    assert last < first
    assert judge.measure(300).mean() > max(before, judge.even())
    assert judge.decisions > 0


def test_measuring_a_judge_does_not_disturb_it() -> None:
    one, other = judge_of("_template", ["standard"]), judge_of("_template", ["standard"])
    one.learn(0.5)
    one.measure(20)
    other.learn(0.5)
    assert one.learn(0.5) == pytest.approx(other.learn(0.5))


def test_only_what_follows_the_odd_action_counts() -> None:
    judge = judge_of("_template", ["standard"])
    judge.left[:] = 1000
    seen, _, _ = judge._play(judge.tables, 1)
    assert len(seen) == 0
    judge.left[:] = 0
    seen, is_seat, targets = judge._play(judge.tables, 2)
    assert len(seen) == len(is_seat) == len(targets) > 0


def test_what_a_judge_begins_with_keeps_its_scale() -> None:
    first, later = judge_of("_template", ["standard"]), judge_of("_template", ["standard"])
    first.learn(0.0)
    first.network.scale.mul_(3.0)
    later.start(first.save())
    later.learn(0.0)
    assert torch.equal(later.network.scale, first.network.scale)


def test_sides_that_are_teams_are_refused() -> None:
    with pytest.raises(CannotTrain, match="train-no-teams"):
        JudgeLearner(game_of("ingenious"), ["two", "team"], JUDGE, POLICY, {}, 1)


def test_a_run_of_a_judge_needs_a_policys_checkpoint(tmp_path: Path) -> None:
    recipe = tmp_path / "small.toml"
    small = "[policy]\nmatches = 16\nsteps = 8\nwide = 16\nparts = 8\nbatches = 2\n"
    recipe.write_text(f"{small}[judge]\nwide = 8\nthin = 1\n")
    with pytest.raises(CannotTrain, match="file-missing"):
        begin("_template", "standard", tmp_path / "judge", recipe=recipe, judge=tmp_path / "none")
    run = begin("_template", "standard,three", tmp_path / "policy", recipe=recipe)
    run.matches = 20
    run.go(Limit(decisions=100), lambda point: None)
    again = begin("_template", "standard,three", tmp_path / "policy", recipe=recipe, resume=True)
    assert again.learner.decisions == run.learner.decisions
    judge = begin("_template", "standard,three", tmp_path / "judge", recipe=recipe, judge=tmp_path / "policy")
    judge.matches = 20
    card = judge.go(Limit(decisions=100), lambda point: None)
    assert card.about.learner == "judge"
    assert card.pool == "its favourite"


@pytest.mark.parametrize(("name", "pairs"), [("_template", 0), ("_template", 6), ("geishas_road", 6)])
def test_what_plays_has_the_numbers_of_what_learned(tmp_path: Path, name: str, pairs: int) -> None:
    game = game_of(name)
    recipe = msgspec.structs.replace(POLICY, pairs=pairs, rate=(0.02, 0.02))
    learner = PolicyLearner(game, [next(iter(game.setups))], recipe, 1)
    for _ in range(4):
        learner.learn(0.0)
    np.save(tmp_path / "instinct.npy", policy_numbers(learner.save()))
    shape = Shape(wide=recipe.wide, layers=recipe.layers, length=recipe.parts, pairs=pairs)
    unkept = replace(game, name="nowhere")
    instinct = habit_of(unkept, tmp_path / "instinct.npy", shape)
    tables = Tables(game, learner.setups, 32, 1)
    now = tables.now
    seen, legal, counts = (torch.from_numpy(array.copy()) for array in (now.observations, now.legals, now.counts))
    learned = learner.network(seen, legal, counts)[0].exp().detach().numpy()
    for at, moment in enumerate(tables.seen(range(tables.n))):
        n = int(now.counts[at])
        chances = instinct(moment, now.legals[at, :n].copy())
        assert (chances - DOUBT / n) / (1 - DOUBT) == pytest.approx(learned[at, :n], abs=2e-3)


def test_an_outlook_has_the_numbers_of_what_learned(tmp_path: Path) -> None:
    game = game_of("_template")
    unkept = replace(game, name="nowhere")
    judge = judge_of("_template", ["standard"])
    judge.learn(0.0)
    np.save(tmp_path / "outlook.npy", outlook_numbers(judge.save()))
    foresee, shares = outlook_of(unkept, two_players, tmp_path / "outlook.npy", JUDGE.wide), np.zeros(2)
    for state in judge.tables.envs[0].states()[:10]:
        rows = np.zeros((1, 2, game.observation_size), np.float32)
        for seat in range(2):
            game.observe(state, seat, rows[0, seat])
        expected = judge.network(torch.from_numpy(rows), torch.ones(1, 2, dtype=torch.bool)).exp()[0, :2]
        foresee(state, shares)
        assert shares == pytest.approx(expected.detach().numpy(), abs=2e-3)
