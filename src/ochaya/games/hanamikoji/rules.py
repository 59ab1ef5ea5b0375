"""The rules of Hanamikoji, §2 to §4 in the order of docs/rules/hanamikoji.md; scoring.py goes on with §5 and §6."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ochaya.core.bits import lowest
from ochaya.core.game import CHANCE, OVER, Ids
from ochaya.core.jit import inner_rule, rule
from ochaya.core.record import Table
from ochaya.games.hanamikoji.actions import (
    CARDS_OF,
    FIRST_COMPETITION,
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_GIFT,
    FIRST_OF_ROW,
    FIRST_PAIR,
    FIRST_PLAYER,
    FIRST_SECRET,
    FIRST_TAKE,
    MARKER_ROWS,
    NEEDED,
    PAIR_ID,
    PAIR_OF,
    ROW,
    SPLIT_ID,
    TRIPLE_ID,
)
from ochaya.games.hanamikoji.packed import card_at, holds, pack
from ochaya.games.hanamikoji.pieces import (
    CHARM,
    COMPETITION,
    DEALT,
    DISCARD,
    DRAWN_IN_ALL,
    GEISHAS,
    GIFT,
    MOST_ROUNDS,
    NO_FAVOUR,
    PAST,
    SECRET,
)
from ochaya.games.hanamikoji.scoring import score_round
from ochaya.games.hanamikoji.state import (
    ANSWER_COMPETITION,
    ANSWER_GIFT,
    CHOOSE,
    DRAW,
    FINISHED,
    PICK_FIRST,
    State,
)

# -- §2 Setting up -----------------------------------------------------------------------------------------------


@rule
def setup(s: State, options: npt.NDArray[np.int16]) -> None:
    """§2 Lay out the geishas with every favour marker in the centre. Options: rounds, tie-break, first player."""
    s.round_limit = 3 if options[0] == 0 else MOST_ROUNDS
    s.geishas_first = options[1]
    for g in range(GEISHAS):
        s.favour[g] = NO_FAVOUR
    s.shown_secret[0] = s.shown_secret[1] = -1
    s.winner = -1
    if options[2] == 0:
        s.phase = PICK_FIRST
    else:
        begin_round(s, options[2] - 1)


@rule
def begin_round(s: State, starter: int) -> None:
    """§3.1 Gather all cards and turn every action marker to its available side."""
    s.round_number += 1
    s.starter = starter
    s.seat = starter
    s.phase = DRAW
    s.drawn = 0
    for g in range(GEISHAS):
        s.unseen[g] = CHARM[g]
    for p in range(2):
        s.hand_size[p] = 0
        for g in range(GEISHAS):
            s.hands[p, g] = s.placed[p, g] = s.secret[p, g] = s.discarded[p, g] = 0
        for marker in range(4):
            s.used[p, marker] = s.turn_of[p, marker] = s.drew[p, marker] = 0
        for offer in range(2):
            s.offers[p, offer] = s.answers[p, offer] = 0


# -- §3 Whose turn it is, and what may be done ------------------------------------------------------------------------


@rule
def actor(s: State) -> int:
    """§3 Who must act now."""
    if s.phase == FINISHED:
        return OVER
    if s.phase == DRAW or s.phase == PICK_FIRST:
        return CHANCE
    return s.seat


@rule
def legal(s: State, out: Ids) -> int:
    """§3–§4 List what may be done now."""
    n = 0
    if s.phase == PICK_FIRST:
        for p in range(2):
            out[p] = FIRST_PLAYER + p
        n = 2
    elif s.phase == DRAW:
        for g in range(GEISHAS):
            if s.unseen[g] > 0:
                out[n] = FIRST_DRAW + g
                n += 1
    elif s.phase == CHOOSE:
        n = _legal_markers(s, out)
    elif s.phase == ANSWER_GIFT:
        for g in range(GEISHAS):
            if s.offer[0, g] > 0:
                out[n] = FIRST_TAKE + g
                n += 1
    elif s.phase == ANSWER_COMPETITION:
        out[0] = FIRST_PAIR
        out[1] = FIRST_PAIR + 1
        n = 2
    return n


@inner_rule
def _legal_markers(s: State, out: Ids) -> int:
    """§4 Every unused marker with every set of cards that the hand can supply for it."""
    hand = pack(s.hands[s.seat])
    n = 0
    for marker in range(4):
        if not s.used[s.seat, marker]:
            for row in range(MARKER_ROWS[marker], MARKER_ROWS[marker + 1]):
                able = 0
                for i in range(ROW):
                    able |= int(holds(hand, NEEDED[row, i])) << i
                while able:
                    out[n] = FIRST_OF_ROW[row] + lowest(able)
                    n += 1
                    able &= able - 1
    return n


@rule
def odds(s: State, out: Ids) -> int:
    """§3.1 Every unseen card is as likely to be drawn as any other."""
    if s.phase == PICK_FIRST:
        out[0] = out[1] = 1
        return 2
    n = total = 0
    for g in range(GEISHAS):
        if s.unseen[g] > 0:
            out[n] = s.unseen[g]
            total += s.unseen[g]
            n += 1
    return total


@rule
def apply(s: State, action: int) -> None:
    """Do an action; what leaves no choice follows at once (§4.6)."""
    s.followed[0] = s.followed[1] = s.follower = 0
    perform(s, action)
    for i in range(2):
        forced = only_choice(s)
        if forced < 0:
            return
        s.followed[i] = forced + 1
        if i == 0:
            s.follower = s.seat
        perform(s, forced)


@rule
def perform(s: State, action: int) -> None:
    """Do one action."""
    if action < FIRST_DRAW:
        begin_round(s, action - FIRST_PLAYER)
    elif action < FIRST_SECRET:
        draw(s, action - FIRST_DRAW)
    elif action < FIRST_DISCARD:
        keep_secret(s, action)
    elif action < FIRST_GIFT:
        discard(s, action)
    elif action < FIRST_COMPETITION:
        offer_gift(s, action)
    elif action < FIRST_TAKE:
        open_competition(s, action)
    elif action < FIRST_PAIR:
        answer_gift(s, action - FIRST_TAKE)
    else:
        answer_competition(s, action - FIRST_PAIR)


@inner_rule
def only_choice(s: State) -> int:
    """Give the one action possible where there is no choice (§4.6), or -1."""
    if s.phase == CHOOSE:
        return _last_marker(s) if s.drawn >= DRAWN_IN_ALL - 1 else -1
    if s.phase == ANSWER_GIFT:
        for g in range(GEISHAS):
            if s.offer[0, g] == 3:
                return FIRST_TAKE + g
    elif s.phase == ANSWER_COMPETITION:
        for g in range(GEISHAS):
            if s.offer[0, g] != s.offer[1, g]:
                return -1
        return FIRST_PAIR
    return -1


@inner_rule
def _last_marker(s: State) -> int:
    """§4.6 On the fourth turn the hand is just what the last marker takes; give that action if it is the only one."""
    size, hand = s.hand_size[s.seat], pack(s.hands[s.seat])
    a, b, c, d = card_at(hand, 0), card_at(hand, 1), card_at(hand, 2), card_at(hand, 3)
    if size == 1:
        return FIRST_SECRET + a
    if size == 2:
        return FIRST_DISCARD + PAIR_ID[a, b]  # type: ignore[no-any-return]
    if size == 3:
        return FIRST_GIFT + TRIPLE_ID[a, b, c]  # type: ignore[no-any-return]
    if a == c or b == d:  # three of a kind make the same pairs however they are split
        return FIRST_COMPETITION + SPLIT_ID[PAIR_ID[a, b], PAIR_ID[c, d]]  # type: ignore[no-any-return]
    return -1


# -- §3 The deal and the draw ----------------------------------------------------------------------------------------


@rule
def draw(s: State, card: int) -> None:
    """§3.1 Deal six cards to each player by turns; §3.2 then the player on turn draws one."""
    seat = s.seat
    if s.drawn < 2 * DEALT:
        seat = (s.starter + s.drawn) % 2
    s.unseen[card] -= 1
    s.hands[seat, card] += 1
    s.hand_size[seat] += 1
    s.drawn += 1
    if s.drawn > 2 * DEALT:
        s.drew[seat, (s.drawn - 2 * DEALT - 1) // 2] = card + 1
        s.phase = CHOOSE


# -- §4 The four actions ---------------------------------------------------------------------------------------------


@inner_rule
def spend(s: State, marker: int, action: int, where: Table) -> None:
    """§4 Flip a marker and move the action's cards from the hand to `where`."""
    s.used[s.seat, marker] = 1
    s.turn_of[s.seat, marker] = s.drawn - 2 * DEALT
    s.hand_size[s.seat] -= marker + 1
    cards = CARDS_OF[action - FIRST_SECRET]
    for g in range(GEISHAS):
        s.hands[s.seat, g] -= cards[g]
        where[g] += cards[g]


@rule
def keep_secret(s: State, action: int) -> None:
    """§4.1 Secret: put one card face down; it will count for you."""
    spend(s, SECRET, action, s.secret[s.seat])
    end_turn(s)


@rule
def discard(s: State, action: int) -> None:
    """§4.2 Discard: put two cards face down; they will not count."""
    spend(s, DISCARD, action, s.discarded[s.seat])
    end_turn(s)


@rule
def offer_gift(s: State, action: int) -> None:
    """§4.3 Gift: show three cards; the other player will take one."""
    spend(s, GIFT, action, s.offer[0])
    s.offers[s.seat, 0] = action
    s.phase = ANSWER_GIFT
    s.seat = 1 - s.seat


@rule
def open_competition(s: State, action: int) -> None:
    """§4.4 Competition: show two pairs; the other player will take one of them."""
    spend(s, COMPETITION, action, s.offer[0])
    s.offers[s.seat, 1] = action
    pairs = PAIR_OF[action - FIRST_COMPETITION]
    for g in range(GEISHAS):
        s.offer[0, g] = pairs[0, g]
        s.offer[1, g] = pairs[1, g]
    s.phase = ANSWER_COMPETITION
    s.seat = 1 - s.seat


@rule
def answer_gift(s: State, card: int) -> None:
    """§4.3 Take one card of the gift; the two others go to the giver's side."""
    chooser, giver = s.seat, 1 - s.seat
    s.answers[giver, 0] = card + 1
    s.offer[0, card] -= 1
    s.placed[chooser, card] += 1
    for g in range(GEISHAS):
        s.placed[giver, g] += s.offer[0, g]
        s.offer[0, g] = 0
    s.seat = giver
    end_turn(s)


@rule
def answer_competition(s: State, pair: int) -> None:
    """§4.4 Take one pair; the other goes to the player who showed them."""
    chooser, giver = s.seat, 1 - s.seat
    s.answers[giver, 1] = pair + 1
    for g in range(GEISHAS):
        s.placed[chooser, g] += s.offer[pair, g]
        s.placed[giver, g] += s.offer[1 - pair, g]
        s.offer[0, g] = 0
        s.offer[1, g] = 0
    s.seat = giver
    end_turn(s)


@rule
def end_turn(s: State) -> None:
    """§3.3 Pass the turn; after eight turns the round is scored."""
    s.seat = 1 - s.seat
    if s.drawn < DRAWN_IN_ALL:
        s.phase = DRAW
    else:
        close_round(s)


@rule
def close_round(s: State) -> None:
    """§5–§6 Score the round; if nobody has won, the other player begins the next one."""
    score_round(s)
    if s.phase != FINISHED:
        remember_round(s)
        begin_round(s, 1 - s.starter)


@inner_rule
def remember_round(s: State) -> None:
    """§5 What everybody saw of this round stays known: turns, offers, answers, and the secrets, which now lie open."""
    for p in range(2):
        for ago in range(PAST - 1, 0, -1):
            for marker in range(4):
                s.past_turns[ago, p, marker] = s.past_turns[ago - 1, p, marker]
            for offer in range(2):
                s.past_offers[ago, p, offer] = s.past_offers[ago - 1, p, offer]
                s.past_answers[ago, p, offer] = s.past_answers[ago - 1, p, offer]
            s.past_secrets[ago, p] = s.past_secrets[ago - 1, p]
        for marker in range(4):
            s.past_turns[0, p, marker] = s.turn_of[p, marker]
        for offer in range(2):
            s.past_offers[0, p, offer] = s.offers[p, offer]
            s.past_answers[0, p, offer] = s.answers[p, offer]
        s.past_secrets[0, p] = s.shown_secret[p] + 1
