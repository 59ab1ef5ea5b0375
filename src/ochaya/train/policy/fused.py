"""A circle's actions scored on a GPU in one go: only how each is liked is written, nothing in between is kept.

The kernels work out what `CircleNetwork` works out step by step (circle.py). A program takes row after row, a block of
its legal actions at a time; going back it works everything out anew. What a row gets back is written once; what the
tables get back each program adds up alone, and PyTorch adds up the programs: the same numbers give the same sums.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
import triton
import triton.language as tl
from triton.language import tensor

from ochaya.train.policy.circle import FACTS as A_ROW

Tensor = Any
FACTS = tl.constexpr(A_ROW)
"""Kernels may use such numbers only."""
NEVER = -1e9
"""How an action is liked that is none."""


class Ways:
    """How the work is laid out on a GPU."""

    block, block_back = 32, 16
    """Actions of a row looked at together; with more of them going back, registers run out."""
    warps, warps_back = 8, 8
    programs, programs_back = 4, 2
    """For each of the GPU's processors."""


class Tables(NamedTuple):
    """What is learned of kinds and roles; each row a vector."""

    gate: Tensor
    """[roles + 1, length], the last for no role: nothing."""
    shift: Tensor
    """[2, kinds, length], the sums over each group."""
    kind: Tensor
    """[kinds, length]"""
    mix: Tensor
    """[length, length]"""
    like: Tensor
    """[1, length]"""


def like_all(
    cards: Tensor, context: Tensor, tables: Tables, facts: Tensor, slots: Tensor, legal: Tensor, counts: Tensor
) -> Tensor:
    """Say how each legal action of each row is liked, [n, width]; -1e9 beyond `counts`.

    Of each row: cards [n, deck, length], not yet cut off at 0, context [n, length], slots [n, slots].
    """
    width = max(16, triton.next_power_of_2(context.shape[1]))
    padded = []
    for table in tables:
        rows = width if table is tables.mix else max(16, triton.next_power_of_2(table.shape[-2]))
        padded.append(torch.nn.functional.pad(table, (0, width - table.shape[-1], 0, rows - table.shape[-2])))
    return _LikeAll.apply(cards.contiguous(), context.contiguous(), *padded, facts, slots, legal, counts)


class _LikeAll(torch.autograd.Function):
    """Forward and back over all rows."""

    @staticmethod
    def forward(ctx: Any, *given: Tensor) -> Tensor:
        cards, _, _, _, _, _, _, facts, slots, legal, counts = given
        assert facts.is_contiguous()
        assert slots.stride(1) == 1
        assert legal.stride(1) == 1
        assert counts.stride(0) == 1
        ctx.save_for_backward(*given)
        liked = torch.full(legal.shape, NEVER, device=cards.device)
        if legal.numel() > 0:
            _like_rows[(_programs(cards, Ways.programs),)](
                *given, liked, len(legal), slots.stride(0), legal.stride(0), liked.stride(0), **_sizes(given),
                block=Ways.block, num_warps=Ways.warps, num_stages=1)
        return liked

    @staticmethod
    def backward(ctx: Any, *back: Tensor) -> Any:
        given = ctx.saved_tensors
        cards, context, gate, shift, kind, mix, like, _, slots, legal, _ = given
        to_cards, to_context = torch.zeros_like(cards), torch.zeros_like(context)
        tables = (gate, shift, kind, mix, like)
        programs = _programs(cards, Ways.programs_back)
        parts = [torch.zeros((programs, *table.shape), device=cards.device) for table in tables]
        to_liked = back[0].contiguous()
        if legal.numel() > 0:
            _back_rows[(programs,)](
                *given, to_liked, to_cards, to_context, *parts, len(legal), slots.stride(0), legal.stride(0),
                to_liked.stride(0), **_sizes(given), block=Ways.block_back, roles=gate.shape[0],
                deck_wide=max(16, triton.next_power_of_2(cards.shape[1])), num_warps=Ways.warps_back, num_stages=1)
        return to_cards, to_context, *(part.sum(0) for part in parts), None, None, None, None


def _programs(cards: Tensor, each: int) -> int:
    """Say how many programs share the rows."""
    many = torch.cuda.get_device_properties(cards.device).multi_processor_count if cards.is_cuda else 2
    return max(1, min(len(cards), many * each))


def _sizes(given: tuple[Tensor, ...]) -> dict[str, Any]:
    """Give what is known when the kernels are compiled."""
    cards, mix = given[0], given[5]
    exact = torch.get_float32_matmul_precision() == "highest"
    return {"deck": cards.shape[1], "length": cards.shape[2], "wide": mix.shape[1], "kind_rows": given[4].shape[0],
            "precision": "ieee" if exact else "tf32"}


# -- kernels ----------------------------------------------------------------------------------------------------------

@triton.jit
def _place(facts: tensor, slots: tensor, action: tensor, place: tl.constexpr, deck: tl.constexpr) -> tensor:
    """Give the card that actions name at a place, -1 for none, its role and whether it is in the second group."""
    code = tl.load(facts + action * FACTS + 1 + place).to(tl.int32)
    fact = tl.load(facts + action * FACTS + 5 + place).to(tl.int32)
    slot = tl.load(slots + (code - deck - 1), mask=code > deck, other=0).to(tl.int32)
    return tl.where(code > deck, slot, code) - 1, fact // 2, fact % 2


@triton.jit
def _face(cards: tensor, card: tensor, column: tensor, length: tl.constexpr) -> tensor:
    """Give the vectors of a row's cards, nothing for none."""
    mask = (card >= 0)[:, None] & (column < length)[None, :]
    return tl.maximum(tl.load(cards + card[:, None] * length + column[None, :], mask=mask, other=0.0), 0.0)


@triton.jit
def _groups(
    cards: tensor, gate: tensor, shift: tensor, facts: tensor, slots: tensor, action: tensor, kind: tensor,
    column: tensor, deck: tl.constexpr, length: tl.constexpr, wide: tl.constexpr, kind_rows: tl.constexpr,
) -> tensor:
    """Add up what the cards of each of the two groups look like."""
    one = tl.load(shift + kind[:, None] * wide + column[None, :])
    two = tl.load(shift + (kind_rows + kind)[:, None] * wide + column[None, :])
    for place in tl.static_range(4):
        card, role, second = _place(facts, slots, action, place, deck)
        look = _face(cards, card, column, length) * tl.load(gate + role[:, None] * wide + column[None, :])
        one += tl.where((second == 0)[:, None], look, 0.0)
        two += tl.where((second == 0)[:, None], 0.0, look)
    return one, two


@triton.jit
def _like_rows(
    cards: tensor, context: tensor, gate: tensor, shift: tensor, kinds_table: tensor, mix: tensor, like: tensor,
    facts: tensor, slots: tensor, legal: tensor, counts: tensor, liked: tensor, n: tensor, slots_step: tensor,
    legal_step: tensor, liked_step: tensor, deck: tl.constexpr, length: tl.constexpr, wide: tl.constexpr,
    kind_rows: tl.constexpr, block: tl.constexpr, precision: tl.constexpr,
) -> None:
    """Write how each legal action of every row is liked."""
    column = tl.arange(0, wide)
    is_real = column < length
    mixed = tl.load(mix + column[None, :] * wide + column[:, None])  # [in, out]
    likes = tl.load(like + column)
    for row in range(tl.program_id(0), n, tl.num_programs(0)):
        at = tl.cast(row, tl.int64)
        own_cards, own_slots = cards + at * (deck * length), slots + at * slots_step
        about = tl.load(context + at * length + column, mask=is_real, other=0.0)
        count = tl.load(counts + at).to(tl.int32)
        for start in range(0, count, block):
            place = start + tl.arange(0, block)
            is_one = place < count
            action = tl.load(legal + at * legal_step + place, mask=is_one, other=0).to(tl.int32)
            kind = tl.load(facts + action * FACTS).to(tl.int32)
            one, two = _groups(
                own_cards, gate, shift, facts, own_slots, action, kind, column, deck, length, wide, kind_rows)
            group = tl.maximum(one, 0.0) + tl.maximum(two, 0.0)
            judged = tl.dot(group, mixed, input_precision=precision)
            judged += about[None, :] + tl.load(kinds_table + kind[:, None] * wide + column[None, :])
            liking = tl.sum(tl.maximum(judged, 0.0) * likes[None, :], 1)
            tl.store(liked + at * liked_step + place, liking, mask=is_one)


@triton.jit
def _back_rows(
    cards: tensor, context: tensor, gate: tensor, shift: tensor, kinds_table: tensor, mix: tensor, like: tensor,
    facts: tensor, slots: tensor, legal: tensor, counts: tensor, to_liked: tensor, to_cards: tensor,
    to_context: tensor, to_gate: tensor, to_shift: tensor, to_kind: tensor, to_mix: tensor, to_like: tensor,
    n: tensor, slots_step: tensor, legal_step: tensor, liked_step: tensor, deck: tl.constexpr, length: tl.constexpr,
    wide: tl.constexpr, kind_rows: tl.constexpr, block: tl.constexpr, precision: tl.constexpr, roles: tl.constexpr,
    deck_wide: tl.constexpr,
) -> None:
    """Write what each row gets back, and what the tables get back from this program's rows."""
    column = tl.arange(0, wide)
    is_real = column < length
    square = column[:, None] * wide + column[None, :]
    mixed = tl.load(mix + column[None, :] * wide + column[:, None])  # [in, out]
    unmixed = tl.load(mix + square)  # [out, in]
    likes = tl.load(like + column)
    every_card, every_role, every_kind = tl.arange(0, deck_wide), tl.arange(0, roles), tl.arange(0, kind_rows)
    back_gate = tl.zeros((roles, wide), tl.float32)
    back_one = tl.zeros((kind_rows, wide), tl.float32)
    back_two = tl.zeros((kind_rows, wide), tl.float32)
    back_kind = tl.zeros((kind_rows, wide), tl.float32)
    back_mix = tl.zeros((wide, wide), tl.float32)
    back_like = tl.zeros((block, wide), tl.float32)
    for row in range(tl.program_id(0), n, tl.num_programs(0)):
        at = tl.cast(row, tl.int64)
        own_cards, own_slots = cards + at * (deck * length), slots + at * slots_step
        about = tl.load(context + at * length + column, mask=is_real, other=0.0)
        count = tl.load(counts + at).to(tl.int32)
        back_cards = tl.zeros((deck_wide, wide), tl.float32)
        back_about = tl.zeros((block, wide), tl.float32)
        for start in range(0, count, block):
            place = start + tl.arange(0, block)
            is_one = place < count
            action = tl.load(legal + at * legal_step + place, mask=is_one, other=0).to(tl.int32)
            back = tl.load(to_liked + at * liked_step + place, mask=is_one, other=0.0)
            kind = tl.load(facts + action * FACTS).to(tl.int32)
            one, two = _groups(
                own_cards, gate, shift, facts, own_slots, action, kind, column, deck, length, wide, kind_rows)
            group = tl.maximum(one, 0.0) + tl.maximum(two, 0.0)
            judged = tl.dot(group, mixed, input_precision=precision)
            judged += about[None, :] + tl.load(kinds_table + kind[:, None] * wide + column[None, :])
            back_like += tl.maximum(judged, 0.0) * back[:, None]
            back_judged = tl.where(judged > 0.0, back[:, None] * likes[None, :], 0.0)
            back_about += back_judged
            back_mix += tl.dot(tl.trans(back_judged), group, input_precision=precision)
            back_group = tl.dot(back_judged, unmixed, input_precision=precision)
            of_one = tl.where(one > 0.0, back_group, 0.0)
            of_two = tl.where(two > 0.0, back_group, 0.0)
            is_kind = (every_kind[:, None] == kind[None, :]).to(tl.float32)
            back_kind += tl.dot(is_kind, back_judged, input_precision=precision)
            back_one += tl.dot(is_kind, of_one, input_precision=precision)
            back_two += tl.dot(is_kind, of_two, input_precision=precision)
            for which in tl.static_range(4):
                card, role, second = _place(facts, own_slots, action, which, deck)
                of_look = tl.where((second == 0)[:, None], of_one, of_two)
                of_gate = of_look * _face(own_cards, card, column, length)
                of_card = of_look * tl.load(gate + role[:, None] * wide + column[None, :])
                is_role = (every_role[:, None] == role[None, :]).to(tl.float32)
                is_card = (every_card[:, None] == card[None, :]).to(tl.float32)
                back_gate += tl.dot(is_role, of_gate, input_precision=precision)
                back_cards += tl.dot(is_card, of_card, input_precision=precision)
        where = at * (deck * length) + every_card[:, None] * length + column[None, :]
        is_card_real = (every_card < deck)[:, None] & is_real[None, :]
        face = tl.load(cards + where, mask=is_card_real, other=0.0)
        tl.store(to_cards + where, tl.where(face > 0.0, back_cards, 0.0), mask=is_card_real)
        tl.store(to_context + at * length + column, tl.sum(back_about, 0), mask=is_real)
    me = tl.program_id(0)
    in_kinds = every_kind[:, None] * wide + column[None, :]
    tl.store(to_gate + me * (roles * wide) + every_role[:, None] * wide + column[None, :], back_gate)
    tl.store(to_shift + me * (2 * kind_rows * wide) + in_kinds, back_one)
    tl.store(to_shift + me * (2 * kind_rows * wide) + kind_rows * wide + in_kinds, back_two)
    tl.store(to_kind + me * (kind_rows * wide) + in_kinds, back_kind)
    tl.store(to_mix + me * (wide * wide) + square, back_mix)
    tl.store(to_like + me * (16 * wide) + column, tl.sum(back_like, 0))  # the other rows stay 0
