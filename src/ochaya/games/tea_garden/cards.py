"""Hands, draw piles and discard piles (§3.3, §3.4, §4.1-4.3)."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.pieces import CARDS, STARTERS, TEAPOTS
from ochaya.games.tea_garden.state import (
    DISCARD,
    FIRST_OWNED,
    GONE,
    HAND_ZONE,
    NONE,
    PILE,
    PLAYED,
    SHOWN,
    SLOTS,
    ZONES,
    State,
)
from ochaya.games.tea_garden.telling import T_RESHUFFLE, tell


@rule
def held(s: State, player: int, zone: int, card: int) -> int:
    """Count the copies of a card that lie in one zone of a player."""
    if card < STARTERS:
        return s.starters[player, zone, card]  # type: ignore[no-any-return]
    return 1 if s.place[card] == FIRST_OWNED + ZONES * player + zone else 0


@rule
def in_hand(s: State, player: int, card: int) -> int:
    """Count the copies of a card in a player's hand."""
    return held(s, player, HAND_ZONE, card) + held(s, player, SHOWN, card)


@rule
def put(s: State, player: int, zone: int, card: int) -> None:
    """Lay a card into a zone."""
    if card < STARTERS:
        s.starters[player, zone, card] += 1
    else:
        s.place[card] = FIRST_OWNED + ZONES * player + zone


@rule
def take_out(s: State, player: int, zone: int, card: int) -> None:
    """Take a card out of a zone; unless it is put somewhere else it is out of the game."""
    if card < STARTERS:
        s.starters[player, zone, card] -= 1
    else:
        s.place[card] = GONE


@rule
def leave_hand(s: State, player: int, card: int) -> None:
    """Take a card from hand; a copy that the others know of goes first."""
    take_out(s, player, SHOWN if held(s, player, SHOWN, card) > 0 else HAND_ZONE, card)
    s.hand_size[player] -= 1


@rule
def take_to_hand(s: State, player: int, card: int) -> None:
    """§3.4 Take a bought or gained card to hand; everybody has seen it."""
    put(s, player, SHOWN, card)
    s.hand_size[player] += 1


@rule
def zone_size(s: State, player: int, zone: int) -> int:
    """Count the cards in one zone of a player."""
    cards = 0
    for card in range(STARTERS):
        cards += s.starters[player, zone, card]
    code = FIRST_OWNED + ZONES * player + zone
    for card in range(STARTERS, CARDS):
        if s.place[card] == code:
            cards += 1
    return cards


@rule
def move_zone(s: State, player: int, zone: int, to: int) -> None:
    """Move all cards of one zone to another."""
    for card in range(STARTERS):
        s.starters[player, to, card] += s.starters[player, zone, card]
        s.starters[player, zone, card] = 0
    code = FIRST_OWNED + ZONES * player + zone
    for card in range(STARTERS, CARDS):
        s.place[card] = FIRST_OWNED + ZONES * player + to if s.place[card] == code else s.place[card]


@rule
def can_draw(s: State, player: int) -> bool:
    """§4.1 Make sure there is a card to draw, shuffling the discard pile into a new draw pile if need be.

    With an empty draw pile everybody can work out the whole hand, so from here on it is known.
    """
    if zone_size(s, player, PILE) > 0:
        return True
    if zone_size(s, player, DISCARD) == 0:
        return False
    move_zone(s, player, HAND_ZONE, SHOWN)
    move_zone(s, player, DISCARD, PILE)
    tell(s, T_RESHUFFLE, player, 0, 0)
    return True


@rule
def draw(s: State, card: int) -> None:
    """§4.1 Draw the card chance gives; with draw-and-discard (§4.2) one must be discarded for it."""
    player = s.turn_of
    take_out(s, player, PILE, card)
    put(s, player, HAND_ZONE, card)
    s.hand_size[player] += 1
    s.draws -= 1
    if s.is_cycling:
        s.discards += 1
    if s.draws == 0:
        s.is_cycling = 0


@rule
def discard(s: State, card: int) -> None:
    """§4.2 Discard a card from hand."""
    leave_hand(s, s.turn_of, card)
    put(s, s.turn_of, DISCARD, card)
    s.discards -= 1


@rule
def clear_slots(s: State, player: int) -> None:
    """§11 At the end of the round the played cards go to the discard pile."""
    move_zone(s, player, PLAYED, DISCARD)
    for slot in range(SLOTS):
        s.slot_top[player, slot] = NONE
        s.slot_strength[player, slot] = 0
        s.slot_cards[player, slot] = 0
    s.turns[player] = 0


@rule
def pots_shown(s: State, player: int, colour: int) -> int:
    """§6.2 Count the teapots of a colour (3: any colour) on the top cards of this round's slots."""
    pots = 0
    for slot in range(SLOTS):
        if s.slot_top[player, slot] != NONE:
            pots += TEAPOTS[s.slot_top[player, slot], colour]
    return pots


@rule
def owns(s: State, player: int, card: int) -> bool:
    """Say whether an action or emperor card is a player's, wherever it lies."""
    return bool((s.place[card] - FIRST_OWNED) // ZONES == player and s.place[card] >= FIRST_OWNED)
