"""The whole truth of one moment of Hanamikoji, in one flat record."""

from __future__ import annotations

import numpy as np

from ochaya.core.record import Record, Table, memory, number, table
from ochaya.games.hanamikoji.pieces import GEISHAS, PAST

PICK_FIRST, DRAW, CHOOSE, ANSWER_GIFT, ANSWER_COMPETITION, FINISHED = range(6)
PHASES = ("first", "draw", "choose", "answer-gift", "answer-competition", "over")

NOT_OVER, BY_POINTS, BY_GEISHAS, BY_LIMIT, DRAWN_MATCH = range(5)
REASONS = ("", "points", "geishas", "limit", "draw")


class State(Record):
    """Cards are counted per geisha: `hands[1, 5]` is how many tea sets seat 1 holds."""

    unseen: Table = table(GEISHAS)  # cards nobody has drawn this round: the pile and the removed card
    hands: Table = table(2, GEISHAS)  # cards in hand, [seat, geisha]
    placed: Table = table(2, GEISHAS)  # cards lying on each player's side
    secret: Table = table(2, GEISHAS)  # the card under each Secret marker
    discarded: Table = table(2, GEISHAS)  # the cards under each Discard marker
    offer: Table = table(2, GEISHAS)  # shown, waiting for an answer: a gift in row 0, a competition's pairs in both
    used: Table = table(2, 4)  # which action markers are spent
    hand_size: Table = table(2)  # public even when the hand is hidden
    favour: Table = table(GEISHAS)  # who has each geisha's favour: a seat or NO_FAVOUR
    shown: Table = table(2, GEISHAS)  # the account of the last finished round: cards on each side, secrets included
    shown_secret: Table = table(2)  # and which card each secret was, or -1 before the first account
    followed: Table = table(2, kind=np.int16)  # what the rules then did themselves (§4.6), as ids + 1
    seat: int = number()  # who acts, or for whom the next card is drawn
    phase: int = number()
    drawn: int = number()  # cards drawn this round
    round_number: int = number()  # from 1
    starter: int = number()  # first player of this round
    round_limit: int = number()  # §7: 3, or MOST_ROUNDS when there is no limit
    geishas_first: int = number()  # §7: whether at the limit geishas count before points
    winner: int = number()  # a seat, or -1 while open or drawn
    reason: int = number()  # why it ended
    follower: int = number()  # whose marker the first of `followed` was
    turn_of: Table = memory(2, 4)  # on which turn of this round each marker was: 1 to 8, 0 while it is not
    offers: Table = memory(2, 2, kind=np.int16)  # each player's gift and competition of this round, as ids; 0: none yet
    drew: Table = memory(2, 4)  # the card drawn on each turn of a player this round, + 1
    answers: Table = memory(2, 2)  # which card or pair of them the other took, + 1; 0 while they are not answered
    past_turns: Table = memory(PAST, 2, 4)  # of earlier rounds, the latest first: on which turn each marker was
    past_offers: Table = memory(PAST, 2, 2, kind=np.int16)  # and what each player showed
    past_answers: Table = memory(PAST, 2, 2)  # and what the other took of it
    past_secrets: Table = memory(PAST, 2)  # and which card was each player's secret, + 1
