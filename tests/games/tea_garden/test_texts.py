"""Every event, action and phase of random matches can be said in every language."""

from __future__ import annotations

import random
from io import StringIO

import pytest
from rich.console import Console

from ochaya.cli.texts import LANGUAGES, Texts
from ochaya.core.game import OVER
from ochaya.core.secrecy import seen
from ochaya.games.tea_garden import GAME, load
from ochaya.games.tea_garden.show import terminal
from tests.games.tea_garden.table import Table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", ["two-puerh", "solo-master"])
def test_whatever_happens_can_be_told(language: str, setup: str) -> None:
    texts = Texts(language, "tea_garden")
    rng = random.Random(setup)
    block = GAME.start(GAME.setups[setup])
    while int(GAME.actor(block[0])) != OVER:
        action = rng.choice(GAME.legal_ids(block[0]))
        before, hidden = seen(GAME, block, 0), GAME.hide_action(block[0], action, 0)
        if int(GAME.actor(block[0])) == 0:
            assert all(terminal.path(action, texts.say))
        GAME.apply(block[0], action)
        after = seen(GAME, block, 0)
        assert texts.has(f"phase.{GAME.view(after)['phase']}")
        for event in GAME.events(before, hidden, after):
            assert texts.has(f"event.{event.kind}"), event
            for value in event.data.values():
                if isinstance(value, str):
                    assert texts.has(value.removeprefix("#")), event


def test_the_table_can_be_painted() -> None:
    console = Console(width=160, record=True, file=StringIO())
    for setup in ("two", "solo-medium"):
        block = GAME.start(GAME.setups[setup])
        while int(GAME.actor(block[0])) < 0:
            GAME.apply(block[0], GAME.legal_ids(block[0])[0])
        console.print(terminal.paint(GAME.view(seen(GAME, block, 0)), Texts("en", "tea_garden").say))
    assert "Lu Yu" in console.export_text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", ["four-puerh", "solo-master"])
def test_every_part_of_the_table_fits_a_screen_of_80_by_24(language: str, setup: str) -> None:
    rng = random.Random(setup)
    block = GAME.start(GAME.setups[setup])
    say = Texts(language, "tea_garden").say
    while int(GAME.actor(block[0])) != OVER:
        if int(GAME.actor(block[0])) == 0 and rng.random() < 0.1:
            for name, part in terminal.parts(GAME.view(seen(GAME, block, 0)), say).items():
                console = Console(width=80, record=True, file=StringIO())
                console.print(part)
                assert console.export_text().count("\n") <= 24, name
        GAME.apply(block[0], rng.choice(GAME.legal_ids(block[0])))
    console = Console(width=80, record=True, file=StringIO())
    console.print(terminal.account(GAME.view(seen(GAME, block, 0)), say))
    account = console.export_text()
    assert all(str(points) in account for points in block[0].points[:2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_piece_is_named_by_a_code(language: str) -> None:
    """Nobody at the table knows what "A02" or "CT22" is: pieces are named by what is printed on them."""
    texts = Texts(language, "tea_garden")
    tables = {"action_cards": "card", "emperor_cards": "card", "cup_tiles": "tile", "halls": "hall"}
    for table, family in tables.items():
        for row in load.rows(table):
            code = next(iter(row.values()))
            assert code not in texts.say(f"{family}.{code.lower()}")


def test_a_question_keeps_its_verb_and_says_what_is_paid_for() -> None:
    say = Texts("en", "tea_garden").say
    table = Table().leaves(fresh={2: 2, 3: 2}).acting("st-r", 1).do("buy:a01")
    asked = terminal.question(GAME.view(seen(GAME, table.block, 0)), say)
    assert asked.startswith("Choose a leaf to pay with (2 leaves still to pay for Action card (strength 2, research)")
    table = Table().leaves(fresh={2: 2, 3: 2}).acting("st-r", 1).do("ferment")
    assert terminal.question(GAME.view(seen(GAME, table.block, 0)), say) == "Choose a leaf to ferment (2 left)"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("setup", "lines"), [("two", 40), ("solo-hard", 40), ("two-puerh", 50), ("four-puerh", 62)])
def test_the_table_is_painted_closely(language: str, setup: str, lines: int) -> None:
    rng = random.Random(setup)
    block = GAME.start(GAME.setups[setup])
    say = Texts(language, "tea_garden").say
    while int(GAME.actor(block[0])) != OVER:
        if int(GAME.actor(block[0])) == 0 and rng.random() < 0.1:
            console = Console(width=100, record=True, file=StringIO())
            console.print(terminal.paint(GAME.view(seen(GAME, block, 0)), say))
            assert console.export_text().count("\n") <= lines
        GAME.apply(block[0], rng.choice(GAME.legal_ids(block[0])))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_the_numbers_of_the_data_files(language: str) -> None:
    texts = Texts(language, "tea_garden")
    for row in (*load.rows("basic_tokens"), *load.rows("premium_tokens")):
        text = texts.say(f"puerh.{row['token'].lower()}")
        assert f"★{row['stars']} ×{row['points']}" in text
        assert "[" not in text, "a token that lies in a cake has no price"
    for name in ("start_cards", "action_cards", "emperor_cards"):
        for row in load.rows(name):
            assert row["strength"] in texts.say(f"card.{row['card'].lower()}").partition("(")[2]
