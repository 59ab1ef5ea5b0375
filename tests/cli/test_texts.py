"""Texts: ICU messages, plural forms and the choice of a language."""

from __future__ import annotations

import pytest

from ochaya.cli import icu
from ochaya.cli.texts import LANGUAGES, Texts, UnknownLanguage, choose_language

CARDS = "{n, plural, =0 {brak kart} one {# karta} few {# karty} many {# kart} other {# karty}}"


@pytest.mark.parametrize(("n", "said"), [
    (0, "brak kart"), (1, "1 karta"), (3, "3 karty"), (12, "12 kart"), (22, "22 karty"),
])
def test_polish_plurals_take_their_own_forms(n: int, said: str) -> None:
    assert icu.write(CARDS, "pl", {"n": n}) == said


def test_whole_numbers_need_these_forms() -> None:
    assert icu.plural_forms("pl") == {"one", "few", "many", "other"}
    for language in ("en", "fr", "de"):
        assert icu.plural_forms(language) == {"one", "other"}
    assert "many" in icu.known_forms("fr")


def test_select_and_plain_parameters() -> None:
    message = "{you, select, yes {You draw {card}} other {{who} draws a card}}"
    assert icu.write(message, "en", {"you": "yes", "card": "tea", "who": "Bob"}) == "You draw tea"
    assert icu.write(message, "en", {"you": "other", "card": "tea", "who": "Bob"}) == "Bob draws a card"
    assert icu.write("{a} {b}", "en", {"a": 1.0}) == "1 {b}"


def test_a_message_that_is_none_is_named() -> None:
    with pytest.raises(icu.BadMessage):
        icu.read("{n, plural, one {x}")


def test_keys_inside_parameters_are_told() -> None:
    texts = Texts("en", "site")
    texts._messages = {"card.fan": "fan", "card.tea": "tea set", "shown": "shows {cards}"}
    assert texts.say("shown", cards=["#card.fan", "#card.tea"]) == "shows fan, tea set"
    assert texts.say("no.such.key") == "no.such.key"


def test_the_language_is_the_one_asked_for_else_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert choose_language(None) == "en"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert choose_language(None) == "pl"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert choose_language(None) == "fr"
    monkeypatch.setenv("LC_ALL", "C")
    assert choose_language(None) == "en"
    assert choose_language("de") == "de"
    with pytest.raises(UnknownLanguage):
        choose_language("tlh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_house_texts(language: str) -> None:
    assert Texts(language, "site").has("error.unknown-game")
