"""The house's record in the plain words of Lu Yu's reading, so that the two can be laid side by side."""

from __future__ import annotations

from typing import Any

from ochaya.core.record import Block
from ochaya.games.tea_garden import GAME
from ochaya.games.tea_garden import pieces as p
from ochaya.games.tea_garden.actions import RANGES
from ochaya.games.tea_garden.state import DUE_LU_TOP, FIRST_OWNED, LU_ACTING, NONE, OPEN, UNSEEN, ZONES
from tests.readings.lu_yu_pieces import SIDES
from tests.readings.lu_yu_table import LU_YU, PERSON, LuYu, Table

LU = 1
"""His number among the players of a record."""
LU_CARDS = [str(GAME.decode(action).item) for action in RANGES["lu-top"]]
GROUPS = (*SIDES, "basic", "master")
IN_SLOT = 2
"""What `lu_place` says of a played card; higher numbers are the shuffles below his deck, the first the highest up."""
FIELDS = (
    ("tokens", "emperor_tokens"), ("research", "study"), ("river", "river"), ("step", "step"), ("ready", "ready"),
    ("waiting", "waiting"), ("hall_points", "points"),
)  # fmt: skip
"""What he has so much of: in the reading, in the record."""


def _names(row: Any, names: tuple[str, ...]) -> list[str | None]:
    return [None if lying == NONE else names[lying] for lying in row.tolist()]


def _owners(row: Any) -> list[str | None]:
    return [(None, PERSON, LU_YU)[mark] for mark in row.tolist()]


def table_of(r: Any) -> Table:
    """Everything that lies open between the two."""
    decrees = {p.DECREE_NAMES[i]: ("brown", "red")[side - 1] for i, side in enumerate(r.decree_side.tolist()) if side}
    return Table(
        market=_names(r.market, p.CARD_NAMES),
        caravans=_names(r.caravans, p.CARAVAN_NAMES),
        emperors=_names(r.emperors, p.CARD_NAMES),
        stacks=dict(zip(p.PROVINCE_NAMES, _names(r.stack_top, p.TILE_NAMES), strict=True)),
        premium=_names(r.stock[1], p.TOKEN_NAMES),
        squares=[_owners(r.square[hall]) for hall in range(2)],
        spaces={region + 1: _owners(r.space[region, : p.SPACES[region]]) for region in range(p.REGIONS)},
        decrees=decrees,
        decree_spaces={decree: _owners(r.decree_space[p.DECREE_NAMES.index(decree)]) for decree in decrees},
    )


def lu_yu_of(r: Any) -> dict[str, Any]:
    """Everything that is his, in the same form as `told`."""
    tiles = [tile for tile, place in enumerate(r.tile_place.tolist()) if place == FIRST_OWNED + LU]
    tokens = [token for token, place in enumerate(r.token_place.tolist()) if place == FIRST_OWNED + LU]
    layers: dict[int, set[str]] = {}
    for name, place in zip(LU_CARDS, r.lu_place.tolist(), strict=True):
        if place > IN_SLOT:
            layers.setdefault(place, set()).add(name)
    first_zone = FIRST_OWNED + ZONES * LU
    return {
        **{ours: int(getattr(r, theirs)[LU]) for ours, theirs in FIELDS},
        "leaves": r.leaves[LU].tolist(),
        "gardens": int(r.built[LU]) + 1,
        "cups": [_row_from(r, tile) for tile in tiles if r.tile_before[tile] == NONE],
        "cup_tokens": sum(int(r.cup_token[tile]) for tile in tiles),
        "cakes": {
            p.TOKEN_NAMES[leader]: {p.TOKEN_NAMES[token] for token in tokens if r.cake[token] == leader}
            for leader in {int(r.cake[token]) for token in tokens}
        },
        "cards": {p.CARD_NAMES[c] for c, at in enumerate(r.place.tolist()) if first_zone <= at < first_zone + ZONES},
        "caravans": {p.CARAVAN_NAMES[c] for c, at in enumerate(r.caravan_place.tolist()) if at == FIRST_OWNED + LU},
        "decrees": {name for name, done in zip(p.DECREE_NAMES, r.decree_done[LU].tolist(), strict=True) if done},
        "slots": [LU_CARDS[card] for card in r.lu_slot.tolist() if card != NONE],
        "top": [LU_CARDS[card] for card in r.lu_top.tolist() if card != NONE],
        "unseen": dict(zip(GROUPS, r.lu_mix.tolist(), strict=True)),
        "piles": dict(zip(SIDES, r.lu_piles.tolist(), strict=True)),
        "below": [layers[place] for place in sorted(layers)],
    }


def _row_from(r: Any, tile: int) -> list[str]:
    row = []
    while tile != NONE:
        row.append(p.TILE_NAMES[tile])
        tile = int(r.tile_next[tile])
    return row


def told(lu: LuYu) -> dict[str, Any]:
    """The reading's Lu Yu in the form of `lu_yu_of`."""
    return {
        **{ours: getattr(lu, ours) for ours, _ in FIELDS},
        "leaves": [[lu.fresh, 0, 0, 0, 0, 0], [lu.fermented, 0, 0, 0, 0, 0]],
        "gardens": len(lu.gardens),
        "cups": [lu.cups] if lu.cups else [],
        "cup_tokens": 0,
        "cakes": {cake[0]: set(cake) for cake in lu.cakes},
        "cards": set(lu.cards),
        "caravans": set(lu.caravans),
        "decrees": lu.decrees,
        "slots": lu.slots,
        "top": lu.deck.known,
        "unseen": lu.deck.unseen,
        "piles": lu.deck.piles,
        "below": [layer for layer in lu.deck.below if layer],
    }


def glimpse(before: Block, action: int) -> Table:
    """The table after `action` but before Lu Yu moves.

    The house plays him at once, so in a copy he is given a free slot and a deck of which nothing below the top is
    known: there he must wait for chance with his first card just played.
    """
    copy = before.copy()
    r = copy[0]
    r.passed[LU] = r.turns[LU] = 0
    r.lu_slot[:] = NONE
    r.lu_top[1] = NONE
    r.lu_place[:] = UNSEEN
    r.lu_place[r.lu_top[0]] = OPEN
    r.lu_mix[:] = 1
    GAME.apply(r, action)
    assert (r.stage, r.due, r.lu_line) == (LU_ACTING, DUE_LU_TOP, 0), "Lu Yu is not next"
    return table_of(r)
