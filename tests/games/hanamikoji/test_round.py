"""§2–§4: the deal, turns and the four actions."""

from __future__ import annotations

import pytest

from ochaya.core.errors import IllegalAction, NotYourTurn, UnreadableAction
from ochaya.core.game import CHANCE
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.pieces import CHARM
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, CHOOSE, DRAW, PICK_FIRST
from tests.games.hanamikoji.table import DEAL, counts, match, play, turn


def test_r_h2_the_first_player_is_drawn_by_lot_or_set() -> None:
    lot = GAME.start({})
    assert lot[0].phase == PICK_FIRST
    assert GAME.outcome_odds(lot[0]) == ([GAME.read("first:0"), GAME.read("first:1")], [1, 1])
    assert play(lot, "first:1").starter == 1
    assert GAME.start({"first": "0"})[0].starter == 0
    assert GAME.start({"first": "1"})[0].seat == 1


def test_r_h3_the_removed_card_is_the_one_never_drawn() -> None:
    state = GAME.start({"first": "0"})
    outcomes, weights = GAME.outcome_odds(state[0])
    assert len(outcomes) == 7
    assert weights == list(CHARM)
    assert sum(weights) == 21


def test_t11_counting_after_the_deal_after_turn_one_and_after_turn_eight() -> None:
    game = match(*DEAL, first="0")
    s = game.state[0]
    assert list(s.hand_size) == [6, 6]
    assert game.seen(0).game == "hanamikoji"
    assert GAME.view(game.seen(0))["pile"] == 8
    assert s.unseen.sum() == 9, "the pile and the removed card"
    game.play(GAME.read("draw:fan"))
    game.play(GAME.read("competition:flute+scroll/shamisen+tea"))
    game.play(GAME.read("pair:0"))
    assert list(s.hand_size) == [3, 6]
    assert GAME.view(game.seen(1))["pile"] == 7
    while s.round_number == 1 and not game.is_over:
        before = s.copy()
        game.play(game.legal()[-1])
    assert before.drawn in (19, 20), "a last turn without a choice is played by the rules themselves"
    assert s.shown.sum() == 16, "eight cards lie on each side"
    assert list(s.shown.sum(axis=1)) == [8, 8]


def test_s3_2_the_player_on_turn_draws_one_card_before_choosing() -> None:
    game = match(*DEAL, first="1")
    assert game.actor == CHANCE
    game.play(GAME.read("draw:scroll"))
    assert (game.actor, game.state[0].phase) == (1, CHOOSE)
    assert list(game.state[0].hand_size) == [6, 7]


def test_s4_1_a_secret_leaves_the_hand_and_the_turn_passes() -> None:
    s = play(turn(["fan", "fan", "tea", "tea", "tea", "hairpin", "hairpin"], ["umbrella"] * 3 + ["shamisen"] * 3),
             "secret:hairpin")
    assert list(s.secret[0]) == counts(["hairpin"])
    assert s.hand_size[0] == 6
    assert (s.seat, s.phase) == (1, DRAW)
    assert list(s.used[0]) == [1, 0, 0, 0]


def test_s4_2_discarded_cards_leave_the_round() -> None:
    s = play(turn(["fan", "fan", "tea", "tea", "tea", "hairpin", "hairpin"], ["umbrella"] * 3 + ["shamisen"] * 3),
             "discard:fan+tea")
    assert list(s.discarded[0]) == counts(["fan", "tea"])
    assert s.placed.sum() == 0
    assert list(s.used[0]) == [0, 1, 0, 0]


def test_t3_gift() -> None:
    bottom = 1
    state = turn(["fan", "umbrella", "tea", "tea", "flute", "scroll", "hairpin"], ["hairpin"] * 4 + ["tea", "umbrella"],
                 seat=bottom)
    s = play(state, "gift:fan+umbrella+tea")
    assert (s.seat, s.phase) == (0, ANSWER_GIFT)
    play(state, "take:tea")
    assert list(s.placed[0]) == counts(["tea"])
    assert list(s.placed[bottom]) == counts(["fan", "umbrella"])
    assert list(s.used[bottom]) == [0, 0, 1, 0]
    assert (s.seat, s.phase) == (0, DRAW), "the turn passes to the top player"


def test_t4_competition() -> None:
    bottom = 1
    state = turn(["fan", "umbrella", "umbrella", "tea", "flute", "scroll", "hairpin"], ["hairpin"] * 4 + ["tea"] * 2,
                 seat=bottom)
    s = play(state, "competition:fan+umbrella/umbrella+tea")
    assert (s.seat, s.phase) == (0, ANSWER_COMPETITION)
    play(state, "pair:1")
    assert list(s.placed[0]) == counts(["umbrella", "tea"])
    assert list(s.placed[bottom]) == counts(["fan", "umbrella"])


def test_r_h6_all_four_cards_of_a_competition_are_visible() -> None:
    state = turn(["fan", "umbrella", "umbrella", "tea", "flute", "scroll", "hairpin"])
    play(state, "competition:fan+umbrella/umbrella+tea")
    shown = GAME.view(seen(GAME, state, NOBODY))["offer"]
    assert shown == {"kind": "competition", "by": 0, "groups": [["fan", "umbrella"], ["umbrella", "tea"]]}


def test_offers_that_are_the_same_multiset_are_the_same_action() -> None:
    assert GAME.read("gift:tea+fan+umbrella") == GAME.read("gift:fan+umbrella+tea")
    assert GAME.read("competition:tea+umbrella/umbrella+fan") == GAME.read("competition:fan+umbrella/umbrella+tea")
    legal = GAME.legal_ids(turn(["fan", "fan", "tea", "tea", "tea", "hairpin", "hairpin"])[0])
    assert len(legal) == len(set(legal))
    assert [GAME.notation(action) for action in legal if GAME.notation(action).startswith("secret")] == [
        "secret:fan", "secret:tea", "secret:hairpin"]


def test_r_h10_the_chooser_places_first_and_it_has_no_effect() -> None:
    one = turn(["fan", "umbrella", "tea", "tea", "flute", "scroll", "hairpin"])
    s = play(one, "gift:fan+umbrella+tea", "take:fan")
    assert s.placed.sum() == 3
    assert GAME.conserved(s)


def test_r_h9_an_offer_once_shown_cannot_be_taken_back() -> None:
    state = turn(["fan", "umbrella", "tea", "tea", "flute", "scroll", "hairpin"])
    play(state, "gift:fan+umbrella+tea")
    assert [GAME.notation(action) for action in GAME.legal_ids(state[0])] == ["take:fan", "take:umbrella", "take:tea"]


@pytest.mark.parametrize(("wrong", "why"), [
    ("secret:hairpin", "the marker is used"),
    ("gift:fan+fan+fan", "unreadable: there are only two fans"),
    ("gift:flute+flute+tea", "the card is not in hand twice"),
    ("gift:fan+tea", "wrong number of cards"),
    ("competition:fan/umbrella+tea+tea", "not two and two"),
    ("take:tea", "no offer is pending"),
    ("pair:0", "no offer is pending"),
    ("draw:tea", "drawing twice"),
    ("discard:scroll+scroll", "the same card named twice"),
])
def test_t12_illegal_actions_are_refused_and_change_nothing(wrong: str, why: str) -> None:
    game = match(*DEAL, "draw:fan", "secret:fan", "draw:flute", "secret:fan", "draw:tea", first="0")
    before = game.state.tobytes()
    with pytest.raises((IllegalAction, UnreadableAction)):
        game.play(GAME.read(wrong))
    assert game.state.tobytes() == before, why
    assert len(game.steps) == 17


def test_t12_a_move_by_the_player_not_on_turn_is_refused() -> None:
    game = match(*DEAL, "draw:fan", first="0")
    with pytest.raises(NotYourTurn):
        game.play(GAME.read("secret:umbrella"), seat=1)
    game.play(GAME.read("gift:flute+scroll+fan"), seat=0)
    with pytest.raises(NotYourTurn):
        game.play(GAME.read("take:fan"), seat=0)


def test_s4_6_the_last_marker_is_used_by_itself_when_it_fits_in_one_way() -> None:
    state = turn(["tea"], [])
    s = state[0]
    s.used[0] = [0, 1, 1, 1]
    s.used[1] = [1, 1, 1, 1]
    s.hands[0], s.hand_size[0] = counts([]), 0
    s.drawn, s.phase = 19, DRAW
    GAME.apply(s, GAME.read("draw:tea"))
    assert s.round_number == 2 or GAME.actor(s) == -2, "the round went on to its scoring"
    assert list(s.shown[0]) == counts(["tea"])


def test_s4_6_three_alike_cards_or_two_alike_pairs_leave_no_choice() -> None:
    gift = turn(["tea", "tea", "tea", "flute", "scroll", "fan", "hairpin"])
    s = play(gift, "gift:tea+tea+tea")
    assert s.placed[1, 5] == 1
    assert s.placed[0, 5] == 2
    pairs = turn(["tea", "tea", "fan", "fan", "scroll", "flute", "hairpin"])
    s = play(pairs, "competition:fan+tea/fan+tea")
    assert list(s.placed[0]) == list(s.placed[1]) == counts(["fan", "tea"])
