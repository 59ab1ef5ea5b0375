"""The network of a policy for tables at which several pieces are alike (core/circle.py plays by the same numbers)."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import torch
from torch import nn

from ochaya.core.circle import CARDS, Circle

Tensor = Any
FACTS = 16
"""What the kernels ask about an action: its kind, its cards, then twice each card's role, + 1 in the second group."""


@functools.cache
def kernels(device: str) -> Any:
    """Give what scores actions in one go on this kind of device (fused.py); nothing where that cannot be."""
    if device != "cuda":
        return None
    try:
        from ochaya.train.policy import fused
    except ImportError:  # PyTorch comes without Triton for some machines
        return None
    return fused


def facts_of(circle: Circle) -> Tensor:
    """Give the facts of every action; the number after the last role stands for none."""
    roles = np.where(circle.roles_of_kinds < 0, len(circle.roles), circle.roles_of_kinds)
    facts = np.zeros((len(circle.named), FACTS), np.int16)
    facts[:, : 1 + CARDS] = circle.named
    facts[:, 1 + CARDS : 1 + 2 * CARDS] = (2 * roles + circle.groups_of_kinds)[circle.named[:, 0]]
    return torch.from_numpy(facts)


class Round(nn.Module):
    """What is thought of each member and of all of them, layer by layer; members hear of each other by their mean."""

    def __init__(self, circle: Circle, wide: int, layers: int, extra: int = 0) -> None:
        """`extra` numbers may be given besides what concerns all."""
        super().__init__()
        self.circle = circle
        self.all, self.first = nn.Linear(circle.of_all + extra, wide), nn.Linear(circle.of_member, wide)
        self.spread = nn.Linear(wide, wide, bias=False)
        self.own = nn.ModuleList(nn.Linear(wide, wide) for _ in range(layers))
        self.heard = nn.ModuleList(nn.Linear(2 * wide, wide, bias=False) for _ in range(layers))
        self.told = nn.ModuleList(nn.Linear(2 * wide, wide) for _ in range(layers))
        self.register_buffer("member_scale", torch.ones(circle.of_member))
        self.register_buffer("all_scale", torch.ones(circle.of_all))

    def cut(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Give what a description says of each member, [n, members, …], and of all."""
        circle, end = self.circle, self.circle.members * self.circle.of_member
        members = seen[:, :end].reshape(len(seen), circle.members, circle.of_member)
        return members.float(), seen[:, end : end + circle.of_all].float()

    def settle(self, seen: Tensor) -> None:
        """Take the scale of every number from a first batch; nothing stays nothing, so that playing can skip it."""
        members, general = self.cut(seen)
        self.member_scale.copy_(members.abs().amax((0, 1)).clamp(min=1.0))
        self.all_scale.copy_(general.abs().amax(0).clamp(min=1.0))

    def forward(self, seen: Tensor, extra: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Give what is thought of each member and of all."""
        members, general = self.cut(seen)
        general = general / self.all_scale
        world = torch.relu(self.all(general if extra is None else torch.cat([general, extra], 1)))
        each = torch.relu(self.first(members / self.member_scale) + self.spread(world)[:, None])
        for own, heard, told in zip(self.own, self.heard, self.told, strict=True):
            both = torch.cat([each.mean(1), world], 1)
            each = each + torch.relu(own(each) + heard(both)[:, None])
            world = world + torch.relu(told(both))
        return each, world


class CircleNetwork(nn.Module):
    """Scores legal actions by the cards that they name, each as its member makes it look; and gives a share."""

    def __init__(self, circle: Circle, wide: int, layers: int, length: int) -> None:
        """Begin with chances that are nearly even."""
        super().__init__()
        self.circle, self.length = circle, length
        self.round = Round(circle, wide, layers)
        self.card = nn.Linear(wide, circle.cards * length)
        self.gate, self.shift = nn.Embedding(len(circle.roles), length), nn.Embedding(len(circle.roles), length)
        self.kind, self.context = nn.Embedding(len(circle.kinds), length), nn.Linear(wide, length)
        self.mix, self.like = nn.Linear(length, length, bias=False), nn.Linear(length, 1, bias=False)
        self.share = nn.Linear(2 * wide, 1)
        roles = torch.from_numpy(circle.roles_of_kinds)
        for name, table in {
            "named": torch.from_numpy(circle.named).long(), "roles": roles.clamp(min=0),
            "has_role": (roles >= 0).float()[:, :, None],
            "is_second": torch.from_numpy(circle.groups_of_kinds).float(), "facts": facts_of(circle),
        }.items():
            self.register_buffer(name, table, persistent=False)
        nn.init.normal_(self.gate.weight, mean=1.0, std=0.3)
        nn.init.normal_(self.shift.weight, std=0.1)
        nn.init.normal_(self.kind.weight, std=0.1)
        nn.init.normal_(self.like.weight, std=0.02)
        nn.init.zeros_(self.share.weight)

    def settle(self, seen: Tensor) -> None:
        """Take the scale of every number from a first batch."""
        self.round.settle(seen)

    def forward(
        self, seen: Tensor, legal: Tensor, counts: Tensor, total: int | None = None
    ) -> tuple[Tensor, Tensor]:
        """Give the logarithm of each legal action's chance (none beyond `counts`) and the expected share.

        Who knows how many actions there are in `total` need not wait for a GPU to count them.
        """
        each, world = self.round(seen)
        fused = kernels(seen.device.type)
        liked = (
            self._liked(seen, each, world, legal, counts, total) if fused is None
            else self._liked_in_one_go(fused, seen, each, world, legal, counts))
        return liked.log_softmax(1), torch.sigmoid(self.share(torch.cat([each.mean(1), world], 1))).squeeze(1)

    def _liked_in_one_go(
        self, fused: Any, seen: Tensor, each: Tensor, world: Tensor, legal: Tensor, counts: Tensor
    ) -> Tensor:
        """Say how each legal action is liked by what fused.py compiles; -1e9 beyond `counts`."""
        circle, deck = self.circle, self.circle.members * self.circle.cards
        shifts = self.shift(self.roles) * self.has_role
        second = (shifts * self.is_second[:, :, None]).sum(1)
        tables = fused.Tables(
            nn.functional.pad(self.gate.weight, (0, 0, 0, 1)), torch.stack([shifts.sum(1) - second, second]),
            self.kind.weight, self.mix.weight, self.like.weight)
        return fused.like_all(
            self.card(each).view(len(seen), deck, self.length), self.context(world), tables, self.facts,
            seen[:, circle.size - circle.slots : circle.size], legal, counts)

    def _liked(
        self, seen: Tensor, each: Tensor, world: Tensor, legal: Tensor, counts: Tensor, total: int | None
    ) -> Tensor:
        """Say how each legal action is liked, step by step; -1e9 beyond `counts`."""
        total = int(counts.sum()) if total is None else total
        rows = torch.arange(len(legal), device=legal.device).repeat_interleave(counts, output_size=total)
        places = torch.arange(total, device=legal.device) - (counts.cumsum(0) - counts).index_select(0, rows)
        likings = self._likings(seen, each, world, rows, legal[rows, places].long())
        return torch.full(legal.shape, -1e9, device=legal.device).index_put((rows, places), likings)

    def _likings(self, seen: Tensor, each: Tensor, world: Tensor, rows: Tensor, actions: Tensor) -> Tensor:
        """Say how each of these actions is liked in its row."""
        circle, length = self.circle, self.length
        deck = circle.members * circle.cards
        named = self.named.index_select(0, actions)
        kind = nn.functional.one_hot(named[:, 0], len(circle.kinds)).float()  # a product is faster than gathering
        codes = self._known(seen, rows, named[:, 1:], deck)
        cards = torch.relu(self.card(each)).view(len(seen) * deck, length)
        looks = cards.index_select(0, (rows[:, None] * deck + (codes - 1).clamp(min=0)).view(-1))
        looks = looks.view(-1, CARDS, length) * (codes > 0)[:, :, None]
        gates = (kind @ (self.gate(self.roles) * self.has_role).flatten(1)).view(-1, CARDS, length)
        shifts = (kind @ (self.shift(self.roles) * self.has_role).flatten(1)).view(-1, CARDS, length)
        looks = looks * gates + shifts
        second = (looks * (kind @ self.is_second)[:, :, None]).sum(1)
        groups = torch.relu(looks.sum(1) - second) + torch.relu(second)
        judged = self.mix(groups) + self.context(world).index_select(0, rows) + kind @ self.kind.weight
        return self.like(torch.relu(judged)).squeeze(1)

    def _known(self, seen: Tensor, rows: Tensor, codes: Tensor, deck: int) -> Tensor:
        """Give the cards that actions name, + 1: for a slot the one that lies there, 0 for none."""
        slots = seen[:, self.circle.size - self.circle.slots :].long()
        return torch.where(codes > deck, slots[rows[:, None], (codes - deck - 1).clamp(min=0)], codes)


class CircleCritic(nn.Module):
    """What a decision is worth to who takes it, all cards open and the rival known."""

    def __init__(self, circle: Circle, wide: int, layers: int, rivals: int) -> None:
        """Begin with even shares."""
        super().__init__()
        self.round, self.share = Round(circle, wide, layers, rivals), nn.Linear(2 * wide, 1)
        nn.init.zeros_(self.share.weight)

    def settle(self, seen: Tensor) -> None:
        """Take the scale of every number from a first batch."""
        self.round.settle(seen)

    def forward(self, seen: Tensor, rival: Tensor) -> Tensor:
        """Give the logarithm of its odds."""
        each, world = self.round(seen, rival)
        return self.share(torch.cat([each.mean(1), world], 1)).squeeze(1)
