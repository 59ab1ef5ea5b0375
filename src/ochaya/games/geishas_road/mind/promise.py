"""What an action promises: how much further the table would lean to the one who acts, and when to use which marker.

The same thoughts as in leaning.py, with other numbers, which were found by playing: players who take the most promising
of a few ideas met each other, and whose numbers won most had offspring (bench/learned/promise.py writes promise.toml).
Search tries first what promises most, and plays on by it. leaning.py stays as it is, for the glance by which greedy
plays and for what networks are told. Everything is in points for the one who acts, all cards open.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ochaya.core.bits import lowest
from ochaya.core.curves import logistic, logistic_each
from ochaya.core.jit import inner_rule, rule
from ochaya.core.scratch import scratch
from ochaya.games.geishas_road import actions as ids
from ochaya.games.geishas_road.actions import PAIRED, THREES
from ochaya.games.geishas_road.mind.leaning import cards_of, lantern_ahead, left_of, lit_of, tokens_at
from ochaya.games.geishas_road.pieces import CARDS, COLOUR_OF, VALUE_OF, VALUES
from ochaya.games.geishas_road.state import DOUBLE, UNKNOWN, State

Promised = npt.NDArray[np.float64]

SIZES = {
    "held": 8, "slope": 11, "guest": 1, "to_come": 1, "favour": 1, "when": 16, "care_three": 1, "care_pairs": 1,
    "dropped": 1,
}
"""How many numbers there are of each name, in the order in which they lie."""
HELD, SLOPE, GUEST, TO_COME, FAVOUR, WHEN, CARE_THREE, CARE_PAIRS, DROPPED = (
    sum(list(SIZES.values())[:at]) for at in range(len(SIZES)))
"""Where they begin:

held        what a card in hand adds to a lead, by turns played
slope       how decisive a lead of one is, by the value still to come
guest       what taking a token is worth
to_come     what lanterns to come add to a tile that can still get one
favour      what a favour token adds to a lead
when        what using a marker is worth now rather than later, [own turn, marker]
care_three  how much of the worst answer to a Compromise counts, not of the mean of all answers
care_pairs  the same of a Double gift
dropped     how much of what is lost by a card that takes no part counts
"""
LENGTH = sum(SIZES.values())
MOST_HELD = 10
"""Nobody ever holds more cards."""
CASES = 5 + 3 * MOST_HELD
"""So often a hand asks how surely a geisha is won: as she stands, and with each card on either side or on none."""


def read(file: Path) -> Promised:
    """Read numbers, one after the other."""
    told = tomllib.loads(file.read_text("utf-8"))
    return np.concatenate([np.array(told[name], np.float64).ravel() for name in SIZES])


NUMBERS = read(Path(__file__).parent / "promise.toml")


@inner_rule
def lead_of(s: State, colour: int, who: int, numbers: Promised) -> float:
    """Give somebody's lead with a geisha: cards placed or tucked, something for cards in hand and for her token."""
    held = numbers[HELD + min(int(s.turn), 7)]
    lead = 0.0
    for seat in range(2):
        laid = cards_of(s, seat, colour, held)
        lead += laid if seat == who else -laid
    if s.favour[colour] != 0:
        lead += numbers[FAVOUR] if s.favour[colour] == who + 1 else -numbers[FAVOUR]
    return lead


@inner_rule
def worth_of(s: State, colour: int, left: int, numbers: Promised) -> float:
    """Give about what a geisha will be worth: tile, lanterns on it, perhaps one to come."""
    worth = lit_of(s, colour)
    if s.returns[colour] < 2:
        worth += numbers[TO_COME] * min(left, 5) / 5.0
    return worth


@inner_rule
def leans(lead: float, left: int, numbers: Promised) -> float:
    """Say how surely a geisha is won, from -1 to 1."""
    return 2.0 * logistic(lead * numbers[SLOPE + left]) - 1.0


@rule
def weigh_hand(s: State, who: int, numbers: Promised, mine: Promised, yours: Promised, gone: Promised) -> None:
    """Write what each card of somebody's hand promises on the own side, on the other's, and out of the round."""
    held = numbers[HELD + min(int(s.turn), 7)]
    sure, n = scratch(CASES, np.float64), 0
    for colour in range(5):
        four = int(s.hand[who]) >> VALUES * colour & 15
        if four == 0:
            continue
        left, lead = left_of(s, colour), lead_of(s, colour, who, numbers)
        sure[n] = lead * numbers[SLOPE + left]
        n += 1
        while four != 0:
            value = lowest(four) + 1
            four &= four - 1
            without, slope = lead - held * value, numbers[SLOPE + left - value]
            sure[n], sure[n + 1], sure[n + 2] = (without + value) * slope, (without - value) * slope, without * slope
            n += 3
    logistic_each(sure, n)
    n = 0
    for colour in range(5):
        four = int(s.hand[who]) >> VALUES * colour & 15
        if four == 0:
            continue
        worth = worth_of(s, colour, left_of(s, colour), numbers)
        now = (2.0 * sure[n] - 1.0) * worth
        n += 1
        while four != 0:
            value = lowest(four) + 1
            four &= four - 1
            card = VALUES * colour + value - 1
            more = worth + lantern_ahead(s, colour, value)
            tokens = numbers[GUEST] * tokens_at(s, colour, value)
            mine[card] = (2.0 * sure[n] - 1.0) * more - now + tokens
            yours[card] = (2.0 * sure[n + 1] - 1.0) * more - now - tokens
            gone[card] = numbers[DROPPED] * ((2.0 * sure[n + 2] - 1.0) * worth - now)
            n += 3


@rule
def markers_used(s: State, who: int) -> int:
    """Count the markers that somebody has used: the number of the own turn, from 0."""
    used = 0
    for marker in range(4):
        used += int(s.used[who, marker])
    return used


@inner_rule
def three_promise(a: int, b: int, c: int, numbers: Promised, mine: Promised, yours: Promised) -> float:
    """Say what offering three cards as a Compromise promises, before it is asked when."""
    one, two, three = yours[a] - mine[a], yours[b] - mine[b], yours[c] - mine[c]
    lost = numbers[CARE_THREE] * min(one, two, three) + (1.0 - numbers[CARE_THREE]) * (one + two + three) / 3.0
    return mine[a] + mine[b] + mine[c] + lost  # type: ignore[no-any-return]


@inner_rule
def pairs_promise(a: int, b: int, c: int, d: int, numbers: Promised, mine: Promised, yours: Promised) -> float:
    """Say what offering two pairs as a Double gift promises, before it is asked when."""
    one, other = mine[a] + mine[b] + yours[c] + yours[d], mine[c] + mine[d] + yours[a] + yours[b]
    care = numbers[CARE_PAIRS]
    return care * min(one, other) + (1.0 - care) * 0.5 * (one + other)  # type: ignore[no-any-return]


@inner_rule
def promise(action: int, turn: int, numbers: Promised, mine: Promised, yours: Promised, gone: Promised) -> float:
    """Say what using a marker promises in the own turn of this number, by what `weigh_hand` wrote."""
    when = WHEN + 4 * turn
    if action < ids.FIRST_INTRIGUE:
        return numbers[when] + mine[action - ids.FIRST_REVEAL]  # type: ignore[no-any-return]
    if action < ids.FIRST_COMPROMISE:
        left, right = (action - ids.FIRST_INTRIGUE) // (CARDS - 1), (action - ids.FIRST_INTRIGUE) % (CARDS - 1)
        if right >= left:
            right += 1
        return numbers[when + 1] + mine[left] + gone[right]  # type: ignore[no-any-return]
    if action < ids.FIRST_DOUBLE:
        three = action - ids.FIRST_COMPROMISE
        return numbers[when + 2] + three_promise(  # type: ignore[no-any-return]
            THREES[three, 0], THREES[three, 1], THREES[three, 2], numbers, mine, yours)
    four = action - ids.FIRST_DOUBLE
    return numbers[when + 3] + pairs_promise(  # type: ignore[no-any-return]
        PAIRED[four, 0], PAIRED[four, 1], PAIRED[four, 2], PAIRED[four, 3], numbers, mine, yours)


# -- answering an offer -----------------------------------------------------------------------------------------------


@rule
def slot_promise(s: State, slot: int, who: int, numbers: Promised) -> float:
    """Say how much more a slot of the offer is worth on the chooser's side; nothing, if the chooser cannot see it."""
    code = int(s.slots[slot])
    if code == 0 or code == UNKNOWN or (s.down[slot] != 0 and s.down[slot] != who + 1):
        return 0.0
    colour, value = int(COLOUR_OF[code - 1]), int(VALUE_OF[code - 1])
    left, lead = left_of(s, colour), lead_of(s, colour, who, numbers)
    more = worth_of(s, colour, left, numbers) + lantern_ahead(s, colour, value)
    tokens = numbers[GUEST] * tokens_at(s, colour, value)
    return float((leans(lead + value, left, numbers) - leans(lead - value, left, numbers)) * more + 2.0 * tokens)


@rule
def best_answer(s: State, numbers: Promised) -> int:
    """Give the share (which of the first answers) that promises most to the one who chooses."""
    who = int(s.seat)
    if s.offered == DOUBLE:
        more = 0.0
        for slot in range(4):
            worth = slot_promise(s, slot, who, numbers)
            more += worth if slot < 2 else -worth
        return 0 if more >= 0.0 else 1
    best, most = 0, -1e9
    for slot in range(3):
        worth = slot_promise(s, slot, who, numbers)
        if who == s.giver:  # of three cards he leaves the one that is named
            worth = -worth
        if worth > most:
            best, most = slot, worth
    return best

