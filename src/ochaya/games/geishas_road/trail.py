"""The trail: public movements of cards after a counter-offer put one back into the deck (§7).

Until then every card a player has not seen is as likely to be in any place he cannot see. A card that he saw going
back into the deck is different: it cannot be in a hand whose cards were drawn before. To guess exactly, the record
keeps who drew, showed, tucked away or laid face down a card since then, with the number of cards it came from.
All of that is public; which card it was is kept beside it and hidden like the card itself.
"""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.geishas_road.state import TRAIL, UNKNOWN, State

DRAWN, SHOWN, TUCKED, LAID, TURNED_UP, PUT_BACK, LEFT_UP = range(1, 8)
"""Drawn from the deck; shown from a hand; two tucked under Intrigue; laid face down in a slot; a slot turned up;
a slot put back into the deck; a left Intrigue card turned up."""


@rule
def tread(s: State, kind: int, who: int, slot: int, size: int, card: int) -> None:
    """Note a movement of `card` (+ 1) by `who` from a place that held `size` cards, once a card has been put back."""
    if s.backs > 0 and s.trodden < TRAIL:
        s.trail[s.trodden] = kind | int(who) << 3 | int(slot) << 4 | int(size) << 6
        s.trail_card[s.trodden] = card
        s.trodden += 1


@rule
def hide_trail(s: State, seat: int) -> None:
    """Take out the cards whose movement `seat` could not see."""
    for i in range(s.trodden):
        step = int(s.trail[i])
        kind, who = step & 7, step >> 3 & 1
        if kind in (DRAWN, LAID, TUCKED) and who != seat:
            s.trail_card[i] = 0
    for i in range(s.backs):
        if s.back_down[i] != 0 and s.back_down[i] != seat + 1:
            s.back[i] = UNKNOWN
