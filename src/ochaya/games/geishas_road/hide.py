"""What a viewer may know (§11), as a record, and as an action."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.core.secrecy import EVERYONE
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.news import hide_news
from ochaya.games.geishas_road.pieces import BIT
from ochaya.games.geishas_road.state import ADVANCED, ANSWER, DEAL, HIDDEN, HIDE, LAST_CHANCE, TURN, UNKNOWN, State
from ochaya.games.geishas_road.trail import hide_trail


@rule
def hide(s: State, seat: int) -> None:
    """Overwrite all that `seat` cannot know: every card out of its sight joins the pool kept in `deck`."""
    for owner in range(2):
        if owner == seat:
            continue
        s.deck |= s.hand[owner]
        s.hand[owner] = 0
        if s.left[owner] != 0:
            s.deck |= bit_of(s.left[owner])
            s.left[owner] = UNKNOWN
        if s.right[owner] != 0:
            s.deck |= bit_of(s.right[owner])
            s.right[owner] = UNKNOWN
    for slot in range(4):
        if s.down[slot] != 0 and s.down[slot] != seat + 1:
            s.deck |= bit_of(s.slots[slot])
            s.slots[slot] = UNKNOWN
    hide_trail(s, seat)
    hide_news(s, seat)


@rule
def bit_of(code: int) -> int:
    """Give the bit of a card stored in a single place, nothing for one that is unknown already."""
    return 0 if code == UNKNOWN else int(BIT[code - 1])


@rule
def hide_action(s: State, action: int, seat: int) -> int:
    """Give what `seat` may know of an action taken in the true record `s` (§11)."""
    if seat == EVERYONE:
        return action
    if s.phase <= LAST_CHANCE and action >= ids.FIRST_DRAW:
        drawer = (s.starter + s.dealt) & 1 if s.phase == DEAL else s.seat
        return action if drawer == seat else ids.HIDDEN_DRAW
    if s.seat == seat:
        return action
    if s.phase == TURN:
        if ids.FIRST_INTRIGUE <= action < ids.FIRST_COMPROMISE:
            return ids.HIDDEN_INTRIGUE
        if action >= ids.FIRST_COMPROMISE and s.mode == ADVANCED and s.special[s.seat, HIDDEN] == 0:
            return ids.HIDDEN_COMPROMISE if action < ids.FIRST_DOUBLE else ids.HIDDEN_DOUBLE
    if s.phase == HIDE and action != ids.OPEN:
        return ids.HIDDEN_HIDE
    if s.phase == ANSWER and action >= ids.FIRST_COUNTER and (action - ids.FIRST_COUNTER) % 2:
        return ids.HIDDEN_COUNTER + (action - ids.FIRST_COUNTER) // 40
    return action
