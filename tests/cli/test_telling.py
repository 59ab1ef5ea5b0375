"""Events as sentences: the viewer is "you", whether he acts or is acted upon."""

from __future__ import annotations

import pytest

from ochaya.cli.table.telling import sentence
from ochaya.cli.texts import Texts
from ochaya.core.game import Event

NAMES = ("Ada", "Bo")
TOOK = Event("took", {"who": 0, "rival": 1, "cards": ["#card.red-4"], "left": ["#card.blue-2", "#card.green-1"]})


@pytest.mark.parametrize(("viewer", "said"), [
    (0, "You take red 4; Bo gets blue 2, green 1."),
    (1, "Ada takes red 4; you get blue 2, green 1."),
    (-1, "Ada takes red 4; Bo gets blue 2, green 1."),
])
def test_a_taken_offer_is_told_to_either_side_and_to_a_spectator(viewer: int, said: str) -> None:
    assert sentence(Texts("en", "geishas_road"), TOOK, viewer, NAMES) == said


@pytest.mark.parametrize(("language", "said"), [
    ("pl", "Ada bierze: czerwona 4; dostajesz: niebieska 2, zielona 1."),
    ("fr", "Ada prend\u202f: rouge 4\u202f; vous recevez\u202f: bleue 2, verte 1."),
    ("de", "Ada nimmt: rot 4; du bekommst: blau 2, grün 1."),
])
def test_every_language_has_the_form_for_you_as_the_other_side(language: str, said: str) -> None:
    assert sentence(Texts(language, "geishas_road"), TOOK, 1, NAMES) == said


@pytest.mark.parametrize(("viewer", "said"), [
    (0, "You and Bo win: why."), (1, "You and Ada win: why."), (2, "Ada and Bo win: why."),
])
def test_a_winning_team_is_told_to_each_partner(viewer: int, said: str) -> None:
    event = Event("end-team", {"who": 0, "rival": 1, "reason": "why"})
    assert sentence(Texts("en", "ingenious"), event, viewer, (*NAMES, "Cy")) == said


@pytest.mark.parametrize(("data", "said"), [
    ({"guests": 0, "favour": "yes"}, "You take the favour token from the red teahouse."),
    ({"guests": 1, "favour": "yes"}, "You take 1 guest and the favour token from the red teahouse."),
    ({"guests": 2, "favour": "no"}, "You take 2 guests from the red teahouse."),
])
def test_tokens_are_told_without_a_zero(data: dict[str, int | str], said: str) -> None:
    event = Event("tokens", {"who": 0, "house": "#house.red", **data})
    assert sentence(Texts("en", "geishas_road"), event, 0, NAMES) == said


def test_points_name_guests_and_special_actions_only_where_there_are_any() -> None:
    texts, parts = Texts("en", "geishas_road"), {"who": 0, "round": 1, "tiles": 2, "lanterns": 3}
    basic = Event("standing", {**parts, "guests": 0, "markers": 0, "points": 5})
    assert sentence(texts, basic, 0, NAMES) == "Points of round 1, you: tiles 2, lanterns 3; total 5."
    advanced = Event("standing", {**parts, "guests": 4, "markers": 1, "points": 10})
    assert sentence(texts, advanced, 1, NAMES) == (
        "Points of round 1, Ada: tiles 2, lanterns 3, guests 4, unused special actions 1; total 10.")
