"""Scoring a circle's actions in one go gives what scoring them step by step gives; here by Triton's interpreter."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs ochaya[train]: make test-train installs it")

from ochaya.games import game as game_of  # noqa: E402
from ochaya.games.geishas_road.mind.description import CIRCLE  # noqa: E402
from ochaya.train.policy import circle  # noqa: E402
from ochaya.train.policy.eyes import Eyes  # noqa: E402
from ochaya.train.policy.tables import Tables  # noqa: E402
from ochaya.train.recipes import Policy  # noqa: E402

STEPS = 18
WITH_CRITIC = Policy(matches=32, circle=True, wide=24, parts=16, critic=16)


def decisions(n: int) -> tuple[Any, Any, Any]:
    """Give decisions as a round notes them: seen, legal and counts, the columns of a critic behind what is seen."""
    game = game_of("geishas_road")
    tables, rng = Tables(game, list(game.setups), n, 1, eyes=Eyes(game, WITH_CRITIC)), np.random.default_rng(1)
    seen, legal, counts = [], [], []
    for step in range(STEPS):
        if step % 6 == 5 or step < 2:
            now = tables.now
            seen.append(tables.shown.copy())
            legal.append(now.legals.copy())
            counts.append(now.counts.copy())
        tables.step_places((rng.random(n) * tables.now.counts).astype(np.int64))
    shown, ids, many = (torch.from_numpy(np.concatenate(arrays)) for arrays in (seen, legal, counts))
    return shown[:, : CIRCLE.size], ids[:, : int(many.max())].to(torch.int16), many


def add_rare(seen: Any, legal: Any, counts: Any) -> tuple[Any, Any, Any]:
    """Add rows with all kinds of actions: one alone, several hundred, slots that are full and empty."""
    rng = np.random.default_rng(2)
    many = np.array([1, 31, 32, 33, 401])
    ids = rng.integers(0, len(CIRCLE.named), (len(many), 403))
    slotted = np.flatnonzero(CIRCLE.named[:, 1] > CIRCLE.members * CIRCLE.cards)
    ids[:, ::3] = rng.choice(slotted, ids[:, ::3].shape)
    more = seen[: len(many)].clone()
    more[:, CIRCLE.size - CIRCLE.slots :] = torch.from_numpy(rng.integers(0, 21, (len(many), CIRCLE.slots)))
    wide = torch.zeros((len(legal), 403), dtype=torch.int16)
    wide[:, : legal.shape[1]] = legal
    return (
        torch.cat([seen, more]), torch.cat([wide, torch.from_numpy(ids).to(torch.int16)]),
        torch.cat([counts, torch.from_numpy(many).to(counts.dtype)]))


def found(network: Any, batch: tuple[Any, Any, Any], weights: Any) -> dict[str, Any]:
    """Give the chances, and the gradient of every number for a loss that asks something of every action."""
    network.zero_grad()
    chances, shares = network(*batch)
    is_one = torch.arange(chances.shape[1]) < batch[2][:, None]
    (torch.where(is_one, chances * weights, 0.0).sum() / len(chances) + shares.sum()).backward()
    grads = {name: value.grad.clone() for name, value in network.named_parameters()}
    return {"chances": torch.where(is_one, chances, 0.0).detach(), **grads}


def let_it_count() -> None:
    """Let Triton's interpreter make whole numbers of arrays of one; NumPy no longer does that by itself."""
    interpreter: Any = importlib.import_module("triton.runtime.interpreter")
    before = interpreter._patch_lang_tensor

    def patched(tensor: Any, scope: Any) -> None:
        before(tensor, scope)
        scope.set_attr(tensor, "__index__", lambda self: int(self.handle.data.item()))

    interpreter._patch_lang_tensor = patched


def compare(length: int) -> None:
    """Work out both and compare them."""
    let_it_count()
    fused = importlib.import_module("ochaya.train.policy.fused")
    torch.manual_seed(3)
    network = circle.CircleNetwork(CIRCLE, 24, 2, length)
    torch.nn.init.normal_(network.like.weight)
    seen, legal, counts = decisions(6)
    network.settle(seen)
    for batch in ((seen, legal, counts), (seen[:1], legal[:1].int(), counts[:1]), add_rare(seen, legal, counts)):
        weights = torch.randn(batch[1].shape)
        expected = found(network, batch, weights)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(circle, "kernels", lambda device: fused)
            given = found(network, batch, weights)
        for name, value in expected.items():
            missed = float((given[name] - value).abs().max() / value.abs().max().clamp(min=1e-6))
            print(f"{length} {tuple(batch[1].shape)} {name}: {missed:.1e}")
            assert missed < 2e-5, (name, missed)


def test_in_one_go_is_the_same_as_step_by_step() -> None:
    """In a process of its own: Triton is told at its import whether it interprets."""
    if importlib.util.find_spec("triton") is None:
        pytest.skip("needs Triton, which PyTorch brings along where there are GPUs")
    done = subprocess.run(
        [sys.executable, __file__], capture_output=True, text=True, cwd=Path(__file__).parents[2],
        env={**os.environ, "TRITON_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    assert done.returncode == 0, done.stdout + done.stderr


def test_without_a_gpu_nothing_is_compiled() -> None:
    assert circle.kernels("cpu") is None


if __name__ == "__main__":
    compare(24)
