"""Fair dealing: committed before, checkable after, exact in its odds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ochaya.core import dealing
from tests.chance import is_as_expected

KEY = dealing.key_from_seed("dealing")


def test_a_key_is_256_fresh_bits() -> None:
    keys = {dealing.new_key() for _ in range(50)}
    assert len(keys) == 50
    assert {len(key) for key in keys} == {32}


def test_the_commitment_fixes_the_key_and_does_not_contain_it() -> None:
    told = dealing.commitment(KEY)
    assert told == dealing.commitment(bytes(KEY))
    assert KEY.hex() not in told
    flipped = bytes([KEY[0] ^ 1]) + KEY[1:]
    assert dealing.commitment(flipped) != told


def test_the_deal_is_the_same_for_ever() -> None:
    """These numbers stand in saved matches; a change here makes every old match unverifiable."""
    assert KEY.hex() == "ad2de7f6a6708bfbc23795be79a5c21d57ebd99804d13ea721e933e8f6a83494"
    assert dealing.commitment(KEY) == "e1f0c70bff75610850d6eeec70a3505131990bbb6755c882a07055481361212d"
    drawn = [dealing.draw(KEY, number, range(7), [2, 2, 2, 3, 3, 4, 5]) for number in range(12)]
    assert drawn == [5, 6, 6, 4, 2, 4, 0, 3, 4, 6, 1, 6]


def test_another_key_or_number_gives_another_deal() -> None:
    def deal(key: bytes, first: int) -> list[int]:
        return [dealing.draw(key, first + at, range(1000), [1] * 1000) for at in range(20)]

    assert deal(KEY, 0) != deal(KEY, 1)
    assert deal(KEY, 0) != deal(dealing.key_from_seed("other"), 0)
    assert deal(KEY, 0)[1:] == deal(KEY, 1)[:-1]


@pytest.mark.parametrize("weights", [[1, 1], [2, 2, 2, 3, 3, 4, 5], [1, 99], [6, 6, 6, 6, 6, 6], [1] * 120])
def test_outcomes_come_by_their_odds(weights: list[int]) -> None:
    draws = 20_000
    counts = Counter(dealing.draw(KEY, number, range(len(weights)), weights) for number in range(draws))
    expected = [weight / sum(weights) * draws for weight in weights]
    assert is_as_expected([counts[at] for at in range(len(weights))], expected)


def test_words_beyond_the_last_fair_one_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**64 is not a multiple of 3: the one word left over would favour the first outcome."""
    monkeypatch.setattr(dealing, "_words", lambda key, number: iter([(1 << 64) - 1, 2]))
    assert dealing.draw(KEY, 0, [10, 11, 12], [1, 1, 1]) == 12


@given(
    st.lists(st.integers(1, 10**6), min_size=1, max_size=40), st.integers(0, 10**9),
    st.binary(min_size=32, max_size=32),
)
def test_every_draw_is_one_of_the_outcomes(weights: list[int], number: int, key: bytes) -> None:
    outcomes = [at * 7 for at in range(len(weights))]
    assert dealing.draw(key, number, outcomes, weights) in outcomes


def test_a_single_outcome_needs_no_luck() -> None:
    assert dealing.draw(KEY, 3, [42], [5]) == 42


def test_outcomes_without_matching_odds_are_refused() -> None:
    unlucky = next(number for number in range(99) if dealing.draw(KEY, number, [0, 1, 2], [1, 1, 1]) == 2)
    with pytest.raises(ValueError, match="zip"):
        dealing.draw(KEY, unlucky, [0, 1], [1, 1, 1])


# -- luck by both sides: the example of docs/fair-dealing.md §8 ------------------------------------------------------

LUCK = dealing.Luck(bytes(range(32)), (bytes(range(64, 96)), None))


def test_the_example_of_the_document() -> None:
    text = (Path(__file__).parents[2] / "docs" / "fair-dealing.md").read_text(encoding="utf-8")
    for value in (LUCK.commitment, LUCK.part(1)[1:].hex(), LUCK.deal_key.hex()):
        assert value in text
    assert LUCK.deal_key.hex() == "0a82b5ec5b5e670f879399c2be049514c8eaaf569dc04dfe6a29be10997d3b02"
    assert LUCK.seating() == [1, 0]
    assert [dealing.draw(LUCK.deal_key, number, [3, 5, 9], [1, 2, 4]) for number in range(3)] == [5, 9, 9]


def test_every_part_of_the_luck_counts() -> None:
    key, sent = LUCK.house_key, LUCK.contributions[0]
    others = [
        dealing.Luck(key, (None, sent)), dealing.Luck(key, (sent, sent)), dealing.Luck(key, (sent, None, None)),
        dealing.Luck(key, (bytes(32), None)), dealing.Luck(key, (None, None)), dealing.Luck(KEY, (sent, None)),
        dealing.Luck(key, (sent, LUCK.part(1)[1:])),
    ]
    assert len({LUCK.deal_key, *(one.deal_key for one in others)}) == len(others) + 1


def test_every_seating_is_equally_likely() -> None:
    counts = Counter(
        tuple(dealing.Luck(dealing.key_from_seed(str(n)), (None, None, None)).seating()) for n in range(6000)
    )
    assert len(counts) == 6
    assert is_as_expected([*counts.values()], [1000] * 6)


def test_luck_is_found_again_from_what_is_kept_by_seat() -> None:
    sent = tuple(bytes([n]) * 32 for n in range(4))
    luck = dealing.Luck(KEY, sent)
    seating = luck.seating()
    by_seat = [sent[seating.index(seat)] for seat in range(4)]
    assert dealing.Luck.after_seating(KEY, by_seat, seating) == luck
    assert dealing.Luck.after_seating(KEY, sent, None) == luck
