"""A game's module in Chromium answers as the native code does, bit by bit."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from tests.support import Case, cases, each_case
from tests.wasm.twins import answer, bundle, description_of, questions

pytestmark = pytest.mark.timeout(3600)
ASK = """async ([code, about, module, weights, questions]) => {
  const { start, answer } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  const master = await start(about, module, weights);
  return questions.map((question) => JSON.stringify(answer(master, question)));
}"""


def compare(browser: Browser, case: Case, count: int, iterations: int) -> None:
    """Put the same questions to both."""
    asked = questions(case.game, case.options, count, f"twins {case}", iterations)
    description = description_of(case.game.name)
    about = json.loads(description.read_text())
    module = (description.parent / about["module"]).read_bytes().hex()
    weights = about["weights"] and (description.parent / about["weights"]).read_bytes().hex()
    page = browser.new_page()
    told = page.evaluate(ASK, [bundle().read_text(), about, module, weights, asked])
    page.close()
    for number, (question, found) in enumerate(zip(asked, told, strict=True)):
        assert json.loads(found) == answer(case.game, question), f"{case} position {number}"


@pytest.mark.parametrize("case", [case for case in cases() if str(case) == "hanamikoji-standard"], ids=str)
def test_some_positions_in_chromium(browser: Browser, case: Case) -> None:
    compare(browser, case, 12, 60)


@pytest.mark.deep
@each_case
def test_five_hundred_positions_of_every_set_up_in_chromium(browser: Browser, case: Case) -> None:
    compare(browser, case, 500, 500)
