"""§8: who knows what."""

from __future__ import annotations

import json

from ochaya.core.rng import new_rng
from ochaya.core.secrecy import EVERYONE, NOBODY, seen, seen_action
from ochaya.envs.layout import named
from ochaya.games.hanamikoji import GAME
from ochaya.games.hanamikoji.hide import hide_action
from ochaya.games.hanamikoji.pieces import ITEMS
from ochaya.games.hanamikoji.state import DRAW
from tests.games.hanamikoji.table import DEAL, counts, match, play, turn
from tests.support import play as random_match

HAND = ["fan", "fan", "tea", "tea", "tea", "hairpin", "flute"]
RIVAL = ["umbrella"] * 3 + ["shamisen"] * 3


def test_t14_the_rival_learns_nothing_of_a_secret_but_that_there_is_one() -> None:
    state = turn(HAND, RIVAL)
    before = seen(GAME, state, 1)
    hidden = hide_action(state[0], GAME.read("secret:hairpin"), 1)
    play(state, "secret:hairpin")
    after = seen(GAME, state, 1)
    rival = GAME.view(after)["seats"][0]
    assert rival["used"] == ["secret"]
    assert rival["secret"] is None
    assert rival["hand"] is None
    assert GAME.notation(hidden) == "secret:?"
    told = GAME.events(before, hidden, after)
    assert [event.kind for event in told] == ["secret-hidden"]
    assert "hairpin" not in json.dumps([event.data for event in told])


def test_t14_the_rival_learns_nothing_of_discards_until_and_after_the_end_of_the_round_r_h4() -> None:
    one, other = turn(HAND, RIVAL), turn(["fan", "fan", "tea", "tea", "hairpin", "hairpin", "flute"], RIVAL)
    play(one, "discard:tea+hairpin")
    play(other, "discard:hairpin+hairpin")
    other[0].hands[0], other[0].unseen[:] = one[0].hands[0], one[0].unseen
    other[0].discarded[0] = counts(["tea", "hairpin"])
    assert seen(GAME, one, 1).tobytes() == seen(GAME, other, 1).tobytes()
    assert GAME.view(seen(GAME, one, NOBODY))["seats"][0]["discarded"] is None


def test_r_h4_discards_stay_hidden_when_the_match_is_over() -> None:
    game = match(*DEAL, first="0")
    while not game.is_over:
        game.play(game.legal()[0])
    for viewer in (1, NOBODY):
        assert GAME.view(game.seen(viewer))["seats"][0]["discarded"] is None
    assert len(GAME.view(game.seen(EVERYONE))["seats"][0]["discarded"]) == 2


def test_an_observation_holds_this_rounds_turns_and_offers() -> None:
    state = turn(HAND, RIVAL)
    play(state, "gift:fan+tea+tea", "take:tea")
    mine, yours = (named(GAME, GAME.observation(seen(GAME, state, seat))) for seat in range(2))
    assert mine["turns"].tolist() == yours["turns"][::-1].tolist() == [[0, 0, 1, 0], [0, 0, 0, 0]]
    assert mine["own_offers"].tolist() == yours["rival_offers"].tolist()
    assert mine["own_offers"][0].tolist() == [counts(["tea"]), counts(["fan", "tea"])]
    assert not mine["own_offers"][1].any()
    assert not mine["rival_offers"].any()


def test_a_guessed_world_says_what_the_rival_may_have_drawn_on_each_turn() -> None:
    game = match(*DEAL, "draw:hairpin", "gift:flute+scroll+shamisen", "take:flute", "draw:fan", first="0")
    found = set()
    for seed in range(200):
        world = seen(GAME, game.state, 1).block
        GAME.guess(world[0], 1, new_rng(seed))
        held = world[0].hands[0] + counts(["flute", "scroll", "shamisen"])
        found.add(int(world[0].drew[0, 0]) - 1)
        assert held[world[0].drew[0, 0] - 1] > 0
        assert world[0].drew.tolist() == [[world[0].drew[0, 0], 0, 0, 0], [ITEMS.index("fan") + 1, 0, 0, 0]]
    assert {ITEMS.index(item) for item in ("flute", "scroll", "shamisen")} < found


def test_r_h5_nobody_ever_sees_the_removed_card() -> None:
    game = match(*DEAL, first="0")
    while not game.is_over:
        game.play(game.legal()[0])
    for viewer in (0, 1, NOBODY):
        assert "removed" not in GAME.view(game.seen(viewer))


def test_a_drawn_card_is_told_to_its_drawer_only() -> None:
    game = match(*DEAL, first="0")
    card = GAME.read("draw:hairpin")
    record = game.state[0]
    assert GAME.notation(seen_action(GAME, record, card, 0)) == "draw:hairpin"
    assert GAME.notation(seen_action(GAME, record, card, 1)) == "draw:?"
    assert GAME.notation(seen_action(GAME, record, card, NOBODY)) == "draw:?"
    assert GAME.notation(seen_action(GAME, record, card, EVERYONE)) == "draw:hairpin"


def test_the_last_secret_played_by_the_rules_themselves_stays_hidden_too() -> None:
    state = turn([], [])
    s = state[0]
    s.used[0], s.used[1] = [0, 1, 1, 1], [1, 1, 1, 0]
    s.hands[1], s.hand_size[1] = counts(["fan", "tea", "tea"]), 3
    s.unseen[:] = counts(["hairpin", "flute", "scroll"])
    s.drawn, s.phase = 18, DRAW
    before = seen(GAME, state, 1)
    GAME.apply(s, GAME.read("draw:hairpin"))
    assert list(s.secret[0]) == counts(["hairpin"]), "the rules played the last marker themselves"
    told = GAME.events(before, hide_action(before.record, GAME.read("draw:hairpin"), 1), seen(GAME, state, 1))
    assert [event.kind for event in told] == ["drew-hidden", "secret-hidden"]
    assert "hairpin" not in json.dumps([dict(event.data) for event in told])


def test_every_world_guessed_fits_what_was_seen() -> None:
    state = turn(HAND, RIVAL)
    play(state, "discard:tea+hairpin")
    known = seen(GAME, state, 1)
    rng = new_rng(7)
    found = set()
    for _ in range(200):
        world = known.block.copy()
        GAME.guess(world[0], 1, rng)
        assert GAME.conserved(world[0])
        assert seen(GAME, world, 1).tobytes() == known.tobytes()
        found.add(tuple(int(n) for n in world[0].discarded[0]))
    assert len(found) > 10


def test_what_everybody_saw_of_the_two_rounds_before_stays_known() -> None:
    ends = [
        (step.before[0], step.after) for number in range(40)
        for step in random_match(GAME, GAME.complete(GAME.setups["endless"]), f"memory {number}")
        if step.after[0].round_number > step.before[0].round_number > 0
    ]
    assert max(int(after[0].round_number) for _, after in ends) > 3
    for before, state in ends:
        after = state[0]
        assert sorted(after.past_turns[0].ravel()) == [1, 2, 3, 4, 5, 6, 7, 8]
        for now, kept in (("turn_of", "past_turns"), ("offers", "past_offers"), ("answers", "past_answers")):
            known = before[now] > 0  # the last action and what follows from it come on top
            assert (after[kept][0][known] == before[now][known]).all()
            assert (after[kept][0] > 0).all()
            assert (after[kept][1] == before[kept][0]).all()
        for seat in range(2):
            told = named(GAME, GAME.observation(seen(GAME, state, seat)))
            assert (told["last_turns"] == after.past_turns[0][[seat, 1 - seat]]).all()
            mine = told["last_own_offers"][:, 1].sum(axis=0) + told["last_rival_offers"][:, 0].sum(axis=0)
            yours = told["last_own_offers"][:, 0].sum(axis=0) + told["last_rival_offers"][:, 1].sum(axis=0)
            assert (told["last_kept_secret"] + [mine, yours] == told["last_round"]).all()
            assert told["older_turns"].any() == (after.round_number > 2)
