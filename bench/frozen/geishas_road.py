"""Geisha's Road's Master as he was before he learned anything, to be measured against:

    ochaya arena geishas_road --bots master,bench/frozen/geishas_road.py:Master --seconds 0.1 --matches 1000

He has neither instinct nor belief: hand-written priors, and every world that fits is as likely. All else of him is
today's search.
"""

from __future__ import annotations

from dataclasses import dataclass

from ochaya.bots.searcher import Searcher
from ochaya.search.mind import Tuning


@dataclass(frozen=True)
class Master(Searcher):
    """Searches as that Master did."""

    name: str = "frozen-master"
    tuning: Tuning = (("without", "believe&instinct"),)
