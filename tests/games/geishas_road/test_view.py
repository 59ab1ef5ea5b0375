"""What the view adds for people: walks and orders before they are chosen, accounts of rounds, an offer's exchange."""

from __future__ import annotations

import json
import zlib
from typing import Any

from ochaya.core.game import OVER
from ochaya.core.record import Block
from ochaya.core.secrecy import NOBODY, seen
from ochaya.games.geishas_road import GAME
from ochaya.games.geishas_road.pieces import COLOURS, GUEST_POINTS, best_sets
from ochaya.games.geishas_road.show import terminal
from tests.games.geishas_road.table import cards, dealt, laid_out, lay, play, put_pawn
from tests.support import final
from tests.support import play as played

OFFER = "compromise:red-4+blue-2+green-1"


def view_of(state: Block, viewer: int = 0) -> Any:
    return GAME.view(seen(GAME, state, viewer))


def test_a_walk_tells_the_stop_the_lantern_and_the_tokens() -> None:
    state = put_pawn(dealt("harder"), "blue", "pink")
    one, two, three, four = view_of(state)["walks"][COLOURS.index("blue")]
    assert [walk["house"] for walk in (one, two, three, four)] == ["red", "blue", "yellow", "green"]
    assert two["lantern"] == {"value": 1, "other": 5, "dark": 0}
    assert (two["home"], three["home"]) == (True, False)
    assert [walk["takes"] for walk in (one, two, three, four)] == [2, 1, 0, 0]
    assert (one["asks"], three["asks"]) == (True, False)
    assert three["lantern"] is None


def test_in_the_basic_mode_a_walk_takes_nothing() -> None:
    told = [walk for walks in view_of(dealt())["walks"] for walk in walks]
    assert {(walk["takes"], walk["asks"]) for walk in told} == {(0, False)}


def test_a_second_return_in_destiny_is_told_as_the_lantern_turned_over() -> None:
    state = GAME.start({"destiny": "on", "first": "0"})
    play(state, "ring:pink-red-blue-yellow-green favour:pink favour:red")
    play(state, "lantern:3/0 lantern:1/5 lantern:2/4 lantern:2/3 lantern:4/-2 flip:2+3")
    lay(state, 0, "blue-1", "blue-4")
    state[0].phase = 8
    put_pawn(state, "blue", "pink")
    assert view_of(state)["walks"][COLOURS.index("blue")][1]["lantern"] == {"value": 0, "other": 3, "dark": 1}


def test_orders_tell_what_each_order_fetches() -> None:
    state = put_pawn(dealt(), "blue", "pink")
    play(state, "double:blue-2+blue-4/green-1+green-3", "pair:2")
    while view_of(state)["phase"] == "order" and view_of(state)["seats"][1]["to_place"]:
        play(state, "place:green-1")
    first, second = view_of(state)["orders"]
    assert [first["cards"], second["cards"]] == [["blue-2", "blue-4"], ["blue-4", "blue-2"]]
    assert [walk["house"] for walk in first["walks"]] == ["blue", "red"]
    assert [walk["home"] for walk in first["walks"]] == [True, False]
    assert [walk["home"] for walk in second["walks"]] == [False, False]


def test_shares_of_an_offer_are_told_as_far_as_their_cards_are_known() -> None:
    state = play(dealt("advanced"), OFFER, "hide:1")
    shares = view_of(state, 1)["offer"]["shares"]
    assert [share["slots"] for share in shares] == [[0], [1], [2]]
    assert [share["orders"] is None for share in shares] == [False, False, True]
    assert view_of(state, 0)["offer"]["shares"][2]["orders"][0]["cards"] == ["red-4"]
    play(state, "counter:1:yellow-1:up", "draw:green-2")
    again = view_of(state, 0)["offer"]["shares"]
    assert [share["slots"] for share in again] == [[1, 2], [0, 2], [0, 1]]
    assert [len(share["orders"]) for share in again] == [2, 2, 2]


def test_the_exchange_of_an_offer_is_told_line_by_line() -> None:
    state = play(dealt("advanced"), OFFER, "open", "counter:1:yellow-1:down", "draw:green-2")
    line = {"by": 1, "slot": 0, "removed": "red-4", "laid": "yellow-1", "down": True}
    assert view_of(state, 1)["offer"]["exchange"] == [line]
    assert view_of(state, 0)["offer"]["exchange"] == [{**line, "laid": None}]
    play(state, "counter:1:pink-3:up", "draw:green-4")
    answer = {"by": 0, "slot": 0, "removed": "yellow-1", "laid": "pink-3", "down": False}
    assert view_of(state, 1)["offer"]["exchange"] == [line, answer]
    assert view_of(state, NOBODY)["offer"]["exchange"] == [{**line, "laid": None}, {**answer, "removed": None}]


def test_a_card_put_back_is_no_longer_told_once_it_is_in_sight() -> None:
    state = play(dealt("advanced"), OFFER, "open", "counter:1:yellow-1:up")
    assert view_of(state)["put_back"] == ["red-4"]
    play(state, "draw:red-4")
    assert view_of(state, 0)["put_back"] == ["red-4"], "it may be anywhere for the rival"
    assert view_of(state, 1)["put_back"] == [], "who drew it knows"


def test_token_choices_tell_what_the_guests_are_worth_then() -> None:
    state = put_pawn(dealt("harder"), "green", "pink")
    play(state, "reveal:green-1")
    assert view_of(state)["mixes"] == [
        {"guests": 2, "favour": False, "worth": 1}, {"guests": 1, "favour": True, "worth": 0}]


def test_the_best_sets_make_the_points_that_are_scored() -> None:
    for number in range(1024):
        counts = tuple(number >> 2 * colour & 3 for colour in range(5))
        sets = best_sets(counts)
        assert sum(points for points, _ in sets) == int(GUEST_POINTS[number]), counts
        used = [colour for _, guests in sets for colour in guests]
        assert all(used.count(colour) <= counts[colour] for colour in range(5)), counts


def test_a_match_won_by_four_geishas_shows_the_points_as_they_would_have_been() -> None:
    state = laid_out()
    s = state[0]
    s.deck = s.deck_size = 0
    s.turn, s.closing, s.phase, s.first = 8, 2, 11, 0
    s.side[0] = cards("pink-4", "red-4", "blue-4", "yellow-3")
    s.side[1] = cards("green-3", "pink-1")
    s.lit[4] = (4, 7)
    s.share[0] = cards("yellow-4", "yellow-2")
    play(state, "place:yellow-2")
    shown = view_of(state)
    assert shown["result"]["reason"] == "reason.four-geishas"
    assert shown["result"]["points"] == shown["rounds"][0]["points"] == [4, 6]
    assert shown["rounds"][0]["counted"] is False
    assert [seat["points"] for seat in shown["seats"]] == [[], []]


def test_round_1_can_be_looked_at_again_in_round_2() -> None:
    """Its account says the same at the moment it ends, in the midst of round 2 and after the match."""
    longest = 0
    for seed in range(3):
        accounts: list[Any] = []
        for step in played(GAME, {"mode": "advanced"}, f"rounds-{seed}"):
            rounds = view_of(step.after, NOBODY)["rounds"]
            if rounds:
                accounts.append(rounds[0])
        assert all(account == accounts[0] for account in accounts)
        longest = max(longest, len(accounts))
    assert longest > 10, "a second round was played"


def test_the_standing_is_what_the_round_gives_if_it_ends_so() -> None:
    for seed in range(4):
        shown = view_of(final(GAME, {"mode": "advanced"}, f"standing-{seed}"), NOBODY)
        assert [seat["standing"] for seat in shown["seats"]] == shown["rounds"][-1]["points"]


def test_the_terminal_names_the_cards_one_chooses_among() -> None:
    def say(key: str, **values: object) -> str:
        return f"{key} {values}"

    state = play(dealt("advanced"), OFFER, "hide:1")
    told = [terminal.path_at(action, view_of(state, 1), say) for action in GAME.legal_ids(state[0])]
    assert len(set(told)) == len(told)
    assert told[0] == ("action.take-cards {'cards': 'card.blue-2 {}', 'left': 'card.green-1 {}, card.hidden {}'}",)
    assert any("action.replace-card {'card': 'card.hidden {}'}" in steps for steps in told)
    assert GAME.actor(state[0]) != OVER


def test_the_largest_update_stays_small() -> None:
    """A view with both rounds' accounts, and the longest list of actions, compressed as the server sends them."""
    sizes = []
    for step in played(GAME, {"mode": "advanced"}, "size"):
        actions = [GAME.notation(action) for action in step.legal]
        sizes.append(len(zlib.compress(json.dumps([view_of(step.after), actions]).encode(), 6)))
    assert max(sizes) < 8_000
