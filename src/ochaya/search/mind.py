"""Search made ready for one game: the compiled functions, bound to the game's rules and judgement."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ochaya.core.game import Game
from ochaya.core.jit import specialise_all
from ochaya.core.sense import TO_THE_END, Instinct, Sense, Weights
from ochaya.games import game as game_of
from ochaya.search import kernel
from ochaya.search.layout import Numbers
from ochaya.search.sense import NOBODY, complete, given_sense, play_nothing


@dataclass(frozen=True)
class Mind:
    """All that thinking about one game needs."""

    game: Game
    sense: Sense
    seats: int
    """The most seats a match of this game can have."""
    has_value: bool
    """Whether the game gives a judgement at a glance of its own."""
    has_key: bool
    """Whether the game tells apart more than the actions taken."""
    has_belief: bool
    """Whether the game has learned which worlds to believe in."""
    grow: Callable[..., None]
    clear: Callable[..., None]
    at_root: Callable[..., None]
    gains_of: Callable[..., int]
    glance_ahead: Callable[..., None]
    foresees: bool = True
    """Whether the game's foresight is asked where it has one."""

    @functools.cached_property
    def numbers(self) -> Numbers:
        """The judgement's numbers as compiled code takes them."""
        sense = self.sense
        return Numbers(
            explore=float(sense.explore), hold=float(sense.hold), widen=float(sense.widen), narrow=float(sense.narrow),
            trust=float(sense.trust), horizon=TO_THE_END if sense.horizon is None else int(sense.horizon),
            has_key=self.has_key, has_value=self.has_value, foresees=self.foresees,
            asks_company=sense.company is not None, rehearse=float(sense.rehearse),
        )

    @property
    def habit(self) -> Weights | None:
        """The numbers of the game's instinct, where search rehearses by it."""
        instinct = self.sense.instinct
        return instinct.load() if isinstance(instinct, Instinct) and self.sense.rehearse > 0.0 else None

    @functools.cached_property
    def plain_numbers(self) -> Numbers:
        """The same for those who are not Masters: they ask not who sits opposite and, where the game keeps foresight
        for Masters, do without.
        """
        plain = self.numbers._replace(asks_company=False)
        if self.sense.plain_trust is None:
            return plain
        return plain._replace(trust=float(self.sense.plain_trust), foresees=False)


def most_seats(game: Game) -> int:
    """Give the largest number of seats among the game's setups."""
    return max(game.seats(game.complete(options)) for options in game.setups.values())


def make_mind(game: Game, given: Sense, tag: str = "") -> Mind:
    """Bind the search to a game's rules and a judgement; compiles nothing yet.

    With a tag the compiled code is not kept on disk, where another judgement's code stands under the game's name.
    """
    sense = complete(game, given)
    steps: dict[str, Callable[..., Any]] = {
        "deal": kernel.deal_by_stride if game.stride is not None else kernel.deal_by_odds,
        "step": kernel.step_by_policy if given.playout is not None
        else kernel.step_by_stride if game.stride is not None
        else kernel.step_at_random,
    }
    rules: dict[str, Any] = {
        "actor": game.actor, "legal": game.legal, "odds": game.odds, "apply": game.apply, "score": game.score,
        "hide": game.hide, "guess": game.guess, "stride": game.stride, "value": sense.value, "foresee": sense.foresee,
        "ahead": sense.ahead, "is_quiet": sense.is_quiet, "playout": given.playout, "priors": sense.priors,
        "plausible": sense.plausible, "believe": sense.believe, "key": sense.key,
    }
    company = sense.company or NOBODY
    rules |= {
        "KINDS": company.kinds, "tell_kinds": company.tell, "foresee_beside": company.foresee,
        "believe_beside": company.believe, "play_beside": company.play or play_nothing,
        "PLAYS_BESIDE": company.play is not None, "HOLD_BESIDE": company.hold,
    }
    if isinstance(sense.instinct, Instinct) and sense.rehearse > 0.0:
        rules |= {"REHEARSES": True, "weigh": sense.instinct.weigh}
    rules = {name: function for name, function in rules.items() if function is not None}
    for name, function in steps.items():
        made = specialise_all((function,), game.name + tag, **rules)
        rules[name] = made[function.__name__]
    made = specialise_all(
        (kernel.judge_at_once, kernel.judge, kernel.find, kernel.plant, kernel.index_of, kernel.worth_to, kernel.offer,
         kernel.choose, kernel.belief_in, kernel.imagine, kernel.keep_more, kernel.kept_at, kernel.imagine_one,
         kernel.credit, kernel.held_beside, kernel.golden_part, kernel.kind_of_visit, kernel.visit_beside,
         kernel.rehearse, kernel.grow, kernel.clear, kernel.brought_to, kernel.at_root, kernel.gains_of,
         kernel.glance_ahead),
        game.name + tag, **rules,
    )
    return Mind(
        game, sense, most_seats(game), given.value is not None, given.key is not None, given.believe is not None,
        made["grow"], made["clear"], made["at_root"], made["gains_of"], made["glance_ahead"],
    )


Tuning = tuple[tuple[str, str], ...]
"""Changes to a game's judgement, for measuring: a number by its name, or `without` and names joined by `&`."""
TUNABLE = ("explore", "hold", "rehearse", "widen", "narrow", "trust", "horizon", "depth")
OPTIONAL = ("value", "foresee", "is_quiet", "playout", "priors", "plausible", "believe", "key", "instinct", "company")


def mind_of(name: str, tuning: Tuning = ()) -> Mind:
    """Give the mind for a game of the register, its judgement changed as told."""
    return _mind_of(name, tuning)  # kept under one name, however it was asked for


@functools.cache
def _mind_of(name: str, tuning: Tuning) -> Mind:
    changes = dict(tuning)
    missing = [part for part in changes.pop("without", "").split("&") if part]
    if unknown := [*(set(changes) - set(TUNABLE)), *(set(missing) - set(OPTIONAL))]:
        raise ValueError(f"{unknown[0]}: not among {', '.join((*TUNABLE, *OPTIONAL))}")
    given = given_sense(name)
    missing = [part for part in missing if getattr(given, part) is not None]
    changed: dict[str, Any] = {
        knob: int(text) if knob in ("horizon", "depth") else float(text) for knob, text in changes.items()
    }
    if "trust" in changed and given.plain_trust is not None:
        changed["plain_trust"] = changed["trust"]
    if "instinct" in missing:  # not compiled
        missing.remove("instinct")
        changed |= {"instinct": None, "advice": None}
    if "company" in missing:
        missing.remove("company")
        changed["company"] = None
    foresees = "foresee" not in missing or "value" in missing
    if not foresees:  # not compiled either: the same code asks `value` instead
        missing.remove("foresee")
    if missing:
        less: dict[str, Any] = dict.fromkeys(missing)
        if "value" in missing:
            less |= {"foresee": None, "ahead": None, "is_quiet": None, "trust": 0.0, "horizon": None}
        mind = make_mind(game_of(name), replace(given, **less), "~without " + " ".join(missing))
    else:
        mind = mind_of(name) if tuning else make_mind(game_of(name), given)
    return replace(mind, sense=replace(mind.sense, **changed), foresees=foresees) if tuning else mind
