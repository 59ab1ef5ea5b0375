"""§3.7 What each player may know, and worlds that fit it.

Only hands are secret. Everybody can follow which cards a player owns; of those in hand or draw pile the others know
the ones in SHOWN to be in hand, and of the rest only how many are. So hiding puts the rest together on the draw pile,
and guessing deals the hand from there: every hand that fits is as likely.
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.core.rng import Rng, below
from ochaya.games.tea_garden.actions import C_DRAW, C_LU_CLASS, HIDDEN_DRAW
from ochaya.games.tea_garden.cards import held, move_zone, put, take_out, zone_size
from ochaya.games.tea_garden.pieces import CARDS
from ochaya.games.tea_garden.state import HAND_ZONE, PILE, SHOWN, State


@rule
def hide(s: State, seat: int) -> None:
    """§3.7 The unknown part of every other hand joins its owner's draw pile; the hand's size stays."""
    for player in range(1 if s.is_solo else s.players):
        if player != seat:
            move_zone(s, player, HAND_ZONE, PILE)


@rule
def guess(s: State, seat: int, rng: Rng) -> None:
    """§3.7 Deal every other player's unknown hand cards again from hand and draw pile together."""
    for player in range(1 if s.is_solo else s.players):
        if player == seat:
            continue
        unknown = s.hand_size[player] - zone_size(s, player, SHOWN)
        for _ in range(unknown):
            deal_one(s, player, below(rng, zone_size(s, player, PILE)))


@rule
def deal_one(s: State, player: int, at: int) -> None:
    """Move the card that stands at a place of the draw pile, counted by name, to the hand."""
    left = at
    for card in range(CARDS):
        left -= held(s, player, PILE, card)
        if left < 0:
            take_out(s, player, PILE, card)
            put(s, player, HAND_ZONE, card)
            return


@rule
def hide_action(s: State, action: int, seat: int) -> int:
    """§3.7 What `seat` learns of an action: a drawn card is for its drawer only."""
    if C_DRAW <= action < C_LU_CLASS and s.turn_of != seat:
        return HIDDEN_DRAW
    return action
