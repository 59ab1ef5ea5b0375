"""The suites are only worth something if they notice: broken copies of Hanamikoji must fail them."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from ochaya.core.game import Game
from ochaya.core.rng import Rng
from ochaya.core.secrecy import Seen
from ochaya.games import game as find
from ochaya.games.hanamikoji.pieces import ITEMS
from ochaya.games.hanamikoji.state import ANSWER_COMPETITION, ANSWER_GIFT, CHOOSE, DRAW
from tests.contract.checks import check_contract
from tests.leaks.checks import check_secrecy, check_steps, check_worlds

pytestmark = pytest.mark.xdist_group("hanamikoji")
TRUE = find("hanamikoji")


def broken_copy(name: str, **changes: Any) -> Game:
    """Give a copy of Hanamikoji, under another name, in which something is different."""
    return dataclasses.replace(TRUE, name=f"hanamikoji_{name}", **changes)


def scratch(record: Any) -> Any:
    """Give a copy of a record, to change something in."""
    block = TRUE.state.new()
    block[0] = record
    return block[0]


# -- the copies ------------------------------------------------------------------------------------------------------


def hide_all_but_the_secret(record: Any, seat: int) -> None:
    secret = record.secret.copy()
    TRUE.hide(record, seat)
    record.unseen -= secret.sum(axis=0) - record.secret.sum(axis=0)
    record.secret[:] = secret


def guess_all_but_the_secret(record: Any, seat: int, rng: Rng) -> None:
    """Consistent with the leak: it takes the secret for known. So worlds fit, and only the actions tell."""
    known = record.secret.copy()
    used = record.used[:, 0].copy()
    record.used[:, 0] = 0
    TRUE.guess(record, seat, rng)
    record.used[:, 0] = used
    record.secret[:] = known


def view_with_the_secret(seen: Seen) -> dict[str, Any]:
    view = TRUE.view(seen)
    for seat in range(2):
        cards = [ITEMS[g] for g in range(7) if seen.record.secret[seat, g]]
        view["seats"][seat]["secret"] = cards
    return view


def tell_the_secret(record: Any, action: int, seat: int) -> int:
    return action


def apply_without_clearing_the_offer(record: Any, action: int) -> None:
    offer, was_answer = record.offer.copy(), record.phase in (ANSWER_GIFT, ANSWER_COMPETITION)
    TRUE.apply(record, action)
    if was_answer and record.phase in (CHOOSE, DRAW):
        record.offer[:] = offer


def legal_with_every_marker_again(record: Any, out: Any) -> int:
    again = scratch(record)
    if again.phase == CHOOSE:
        again.used[:] = 0
    return TRUE.legal(again, out)


def apply_that_spends_no_marker(record: Any, action: int) -> None:
    used, round_number = record.used.copy(), record.round_number
    TRUE.apply(record, action)
    if record.round_number == round_number:
        record.used[:] = used


def legal_in_any_order(record: Any, out: Any) -> int:
    n = TRUE.legal(record, out)
    out[:n] = out[:n][::-1].copy()
    return n


def odds_one_too_many(record: Any, out: Any) -> int:
    return TRUE.odds(record, out) + 1


def score_for_both(record: Any, out: Any) -> None:
    out[:] = 1


def observe_half(record: Any, seat: int, out: Any) -> None:
    whole = np.zeros_like(out)
    TRUE.observe(record, seat, whole)
    out[: len(out) // 2] = whole[: len(out) // 2]


def hide_nothing(record: Any, seat: int) -> None:
    pass


CONTRACT_BREAKERS: dict[str, dict[str, Any]] = {
    "forgets to clear the offer": {"apply": apply_without_clearing_the_offer},
    "lets an action be used twice": {"legal": legal_with_every_marker_again},
    "spends no marker": {"apply": apply_that_spends_no_marker},
    "lists legal actions in any order": {"legal": legal_in_any_order},
    "has wrong odds": {"odds": odds_one_too_many},
    "lets both win": {"score": score_for_both},
    "is longer than it says": {"max_length": 30},
    "has more actions than it says": {"max_actions": 200},
}
SECRECY_BREAKERS: dict[str, dict[str, Any]] = {
    "shows the secret card in its view": {"hide": hide_all_but_the_secret, "view": view_with_the_secret},
    "shows the secret card in its view, and guesses accordingly": {
        "hide": hide_all_but_the_secret, "view": view_with_the_secret, "guess": guess_all_but_the_secret,
    },
    "tells the secret card with the action": {"hide_action": tell_the_secret},
    "hides nothing": {"hide": hide_nothing},
    "leaves half of the observation to chance": {"observe": observe_half},
}


# -- and what the suites say -----------------------------------------------------------------------------------------


def test_the_true_game_passes_under_another_name() -> None:
    same = broken_copy("same")
    check_contract(same, {})
    check_secrecy(same, {})


@pytest.mark.parametrize("fault", CONTRACT_BREAKERS)
def test_the_contract_suite_notices_a_copy_that(fault: str) -> None:
    broken = broken_copy("broken", **CONTRACT_BREAKERS[fault])
    with pytest.raises((AssertionError, ValueError, IndexError)):
        check_contract(broken, {})


@pytest.mark.parametrize("fault", SECRECY_BREAKERS)
def test_the_leak_suite_notices_a_copy_that(fault: str) -> None:
    broken = broken_copy("broken", **SECRECY_BREAKERS[fault])
    with pytest.raises(AssertionError):
        check_secrecy(broken, {})


def test_it_is_the_worlds_that_betray_a_shown_secret() -> None:
    broken = broken_copy("shows", hide=hide_all_but_the_secret, view=view_with_the_secret)
    with pytest.raises(AssertionError, match="viewer"):
        check_worlds(broken, {}, "secret", 300)


def test_it_is_the_steps_that_betray_a_told_secret() -> None:
    with pytest.raises(AssertionError, match="look the same but are told apart"):
        check_steps(broken_copy("tells", hide_action=tell_the_secret), {}, "secret", 100)
