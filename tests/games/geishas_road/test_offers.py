"""§4, §7 Offers, counter-offers and hidden offers."""

from __future__ import annotations

import pytest

from ochaya.core.record import Block
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import CARD_NAMES
from ochaya.games.geishas_road.scoring import round_points
from tests.games.geishas_road import table
from tests.games.geishas_road.table import dealt, legal, names, play

OFFER = "compromise:red-4+blue-2+green-1"
"""Slots 1 to 3: red-4, blue-2, green-1."""
PAIRS = "double:red-4+blue-2/green-1+green-3"


def slots(state: Block, viewer: int | None = None) -> list[str | None]:
    record = state[0] if viewer is None else seen(GAME, state, viewer).record
    return [CARD_NAMES[code - 1] if 0 < code < 21 else None for code in record.slots if code]


def finish(state: Block) -> Block:
    """Answer whatever is asked until the turn is over, the first choice each time."""
    while table.phase(state) in ("order", "tokens"):
        play(state, legal(state)[0])
    return state


def placed(state: Block, seat: int) -> list[str]:
    return names(state[0].side[seat])


def test_t14_plain_compromise_the_rival_takes_one_and_places_first() -> None:
    state = finish(play(dealt(), OFFER, "take:2"))
    assert placed(state, 1) == ["blue-2"]
    assert placed(state, 0) == ["red-4", "green-1"]
    assert table.house_of(state, "blue") == "green"
    first = [int(note) >> 5 & 31 for note in state[0].news[: state[0].told] if int(note) & 15 == 7]
    assert first[0] == table.card("blue-2") + 1


def test_double_gift_the_rival_takes_a_pair() -> None:
    state = finish(play(dealt(), PAIRS, "pair:2"))
    assert placed(state, 1) == ["green-1", "green-3"]
    assert placed(state, 0) == ["red-4", "blue-2"]


def test_reveal_places_one_card_and_intrigue_none() -> None:
    state = finish(play(dealt(), "reveal:red-4"))
    assert placed(state, 0) == ["red-4"]
    state = play(dealt(), "intrigue:red-4+blue-2")
    assert placed(state, 0) == []
    assert (int(state[0].left[0]), int(state[0].right[0])) == (table.card("red-4") + 1, table.card("blue-2") + 1)


def test_each_marker_is_used_once() -> None:
    state = play(dealt(), "reveal:red-4", "draw:green-2")
    assert any(text.startswith("reveal") for text in legal(state)), "the other player's markers are his own"
    play(state, "reveal:yellow-1", "draw:green-4")
    kinds = {text.split(":")[0] for text in legal(state)}
    assert kinds == {"intrigue", "compromise", "double"}


def advanced(*actions: str) -> Block:
    return play(dealt("advanced"), *actions)


def test_t15_counter_offer_on_compromise() -> None:
    state = advanced(OFFER, "open")
    before = int(state[0].deck_size), list(state[0].hand_size)
    play(state, "counter:1:yellow-1:up")
    assert table.phase(state) == "redraw"
    assert "draw:red-4" in legal(state), "R-G8: the card is in the deck and may be drawn back at once"
    play(state, "draw:green-2")
    assert (int(state[0].deck_size), list(state[0].hand_size)) == before
    assert slots(state) == ["yellow-1", "blue-2", "green-1"]
    assert int(state[0].seat) == 0
    assert legal(state)[:3] == ["leave:1", "leave:2", "leave:3"]
    play(state, "leave:1")
    first = [int(note) >> 4 & 1 for note in state[0].news[: state[0].told] if int(note) & 15 == 7]
    assert first[0] == 0, "A chose first and places first"
    finish(state)
    assert placed(state, 0) == ["blue-2", "green-1"]
    assert placed(state, 1) == ["yellow-1"]
    assert list(state[0].special[1]) == [1, 0]


def test_t16_counter_offer_on_double_gift_keeps_the_place() -> None:
    state = advanced(PAIRS, "open", "counter:4:pink-2:up", "draw:green-2")
    assert slots(state) == ["red-4", "blue-2", "green-1", "pink-2"]
    assert legal(state)[:2] == ["pair:1", "pair:2"]
    finish(play(state, "pair:2"))
    assert placed(state, 0) == ["pink-2", "green-1"]
    assert placed(state, 1) == ["red-4", "blue-2"]


def test_t17_r_g4_after_counter_against_counter_c_takes_one_first_and_a_gets_two() -> None:
    state = advanced(OFFER, "open", "counter:1:yellow-1:up", "draw:green-2", "counter:1:pink-3:up", "draw:green-4")
    assert slots(state) == ["pink-3", "blue-2", "green-1"]
    assert int(state[0].seat) == 1
    assert legal(state) == ["take:1", "take:2", "take:3"], "no further counter-offer"
    finish(play(state, "take:1"))
    assert placed(state, 1) == ["pink-3"]
    assert placed(state, 0) == ["blue-2", "green-1"]


def replaceable(state: Block) -> set[str]:
    """The slots that a counter-offer may replace now, as they are written."""
    return {text.split(":")[1] for text in legal(state) if text.startswith("counter")}


@pytest.mark.parametrize("offer", [OFFER, PAIRS])
def test_r_g5_only_a_card_laid_out_by_the_rival_may_be_replaced(offer: str) -> None:
    state = advanced(offer, "hide:1")
    assert replaceable(state) == set("1234"[: 3 if offer == OFFER else 4]), "the face-down one too"
    play(state, "counter:2:yellow-1:down", "draw:green-2")
    assert replaceable(state) == {"2"}, "the card just put in, none of one's own"


def test_r_g5_the_next_offer_may_be_replaced_anywhere_again() -> None:
    state = advanced(OFFER, "open", "counter:2:yellow-1:up", "draw:green-2", "leave:2")
    finish(state)
    play(state, "draw:yellow-2", "compromise:red-1+red-3+blue-1", "open")
    assert int(state[0].seat) == 0
    assert replaceable(state) == {"1", "2", "3"}


def test_t18_r_g6_a_hidden_card_is_turned_up_once_the_shares_are_fixed() -> None:
    state = advanced(OFFER, "hide:1")
    assert slots(state) == ["blue-2", "green-1", "red-4"]
    assert slots(state, 1) == slots(state, NOBODY) == ["blue-2", "green-1", None]
    assert int(state[0].special[0, 1]) == 1
    play(state, "take:3")
    notes = [int(note) & 15 for note in state[0].news[: state[0].told]]
    assert notes.index(6) < notes.index(7), "turned up before any card is placed"
    finish(state)
    assert placed(state, 1) == ["red-4"]
    assert placed(state, 0) == ["blue-2", "green-1"]


@pytest.mark.parametrize("slot", [1, 2, 3, 4])
def test_the_place_of_a_hidden_card_tells_nothing(slot: int) -> None:
    """Cards lie in ascending order; a face-down card moves to the end, its pair behind the other."""
    state = advanced(PAIRS, f"hide:{slot}")
    hidden = ["red-4", "blue-2", "green-1", "green-3"][slot - 1]
    assert slots(state)[3] == hidden
    assert {frozenset(slots(state)[:2]), frozenset(slots(state)[2:])} == {
        frozenset(("red-4", "blue-2")), frozenset(("green-1", "green-3"))}
    assert slots(state, 1)[3] is None


def test_t19_counter_offer_with_hidden_offer() -> None:
    state = advanced(OFFER, "open", "counter:2:yellow-1:down", "draw:green-2")
    assert slots(state, 0) == ["red-4", None, "green-1"]
    assert slots(state, 1) == ["red-4", "yellow-1", "green-1"]
    assert list(state[0].special[1]) == [1, 1]
    finish(play(state, "leave:2"))
    assert placed(state, 1) == ["yellow-1"]


def test_r_g7_a_face_down_card_goes_into_the_deck_unseen() -> None:
    state = advanced(OFFER, "hide:1", "counter:3:yellow-1:up")
    for viewer, known in ((0, True), (1, False), (NOBODY, False)):
        assert (GAME.view(seen(GAME, state, viewer))["put_back"] == ["red-4"]) == known


def test_r_g8_a_face_up_card_goes_into_the_deck_for_all_to_see() -> None:
    state = advanced(OFFER, "open", "counter:1:yellow-1:up")
    for viewer in (0, 1, NOBODY):
        assert GAME.view(seen(GAME, state, viewer))["put_back"] == ["red-4"]


def test_r_g9_up_to_two_cards_lie_face_down() -> None:
    state = advanced(OFFER, "hide:1", "counter:1:yellow-1:down", "draw:green-2")
    assert slots(state, 0) == [None, "green-1", "red-4"]
    assert slots(state, 1) == ["yellow-1", "green-1", None]
    assert slots(state, NOBODY) == [None, "green-1", None]


def test_r_g10_the_hidden_offer_is_used_once_but_may_wait_for_the_counter() -> None:
    used = advanced(OFFER, "hide:1", "counter:1:yellow-1:up", "draw:green-2")
    assert not any(text.endswith(":down") for text in legal(used))
    unused = advanced(OFFER, "open", "counter:1:yellow-1:up", "draw:green-2")
    assert any(text.endswith(":down") for text in legal(unused))


def test_r_g11_hiding_is_only_for_who_lays_out_cards() -> None:
    answers = legal(advanced(OFFER, "open"))
    assert not any(text.startswith("hide") for text in answers)
    assert "open" not in legal(play(dealt("harder"), OFFER))


def test_r_g12_the_draw_comes_before_the_choice() -> None:
    state = advanced(OFFER, "open", "counter:1:yellow-1:up")
    assert GAME.actor(state[0]) == -1
    assert names(play(state, "draw:red-4")[0].hand[1]).count("red-4") == 1


def test_r_g28_after_a_counter_offer_the_rival_of_its_maker_chooses() -> None:
    state = advanced(OFFER, "open", "counter:1:yellow-1:up", "draw:green-2")
    assert int(state[0].seat) == 0
    play(state, "counter:1:pink-3:up", "draw:green-4")
    assert int(state[0].seat) == 1


def test_t20_each_unused_special_marker_is_a_point() -> None:
    state = advanced(OFFER, "open", "counter:1:yellow-1:up")
    assert (round_points(state[0], 0), round_points(state[0], 1)) == (2, 1)
    assert round_points(play(dealt("harder"), OFFER)[0], 0) == 0


def test_t21_nobody_counters_without_cards_in_hand() -> None:
    state = advanced(OFFER, "open")
    state[0].hand[1] = 0
    state[0].hand_size[1] = 0
    assert legal(state) == ["take:1", "take:2", "take:3"]


def test_special_markers_exist_only_in_the_advanced_mode() -> None:
    assert legal(play(dealt("harder"), OFFER)) == ["take:1", "take:2", "take:3"]
