"""One match between bots, every chance outcome fixed beforehand by a key."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ochaya.bots.spec import Contender
from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER, Game, Options
from ochaya.core.rng import Rng, new_rng
from ochaya.core.secrecy import seen

CRASHED, HUNG, ILLEGAL = "crashed", "hung", "illegal"


@dataclass
class Played:
    """How one match went."""

    shares: list[float]
    moves: list[int]
    """Decisions with a choice, by seat."""
    seconds: list[float]
    """Processor time spent on them, so that a crowded machine does not make a bot look slow."""
    slowest: list[float]
    """The longest of them by the clock on the wall."""
    fault: str = ""
    """Why the match ended before its end: crashed, hung or illegal …"""
    faulty: int = -1
    """… and in which seat the bot sat that lost by it."""
    detail: str = field(default="", compare=False)


def own_rng(*parts: object) -> Rng:
    """Give a generator that depends on these words and on nothing else."""
    digest = hashlib.sha256("\0".join(str(part) for part in parts).encode()).digest()
    return new_rng(int.from_bytes(digest[:8], "big"))


def play(
    game: Game, options: Options, seated: Sequence[Contender], seed: str, number: str,
    note: Callable[[int], None] = lambda seat: None,
) -> Played:
    """Play one match; `seed` fixes the chance outcomes, `number` (with it) the bots' own randomness.

    `note` is told which seat begins to think, and -1 when it has answered. A bot that raises or answers illegally
    loses here and now.
    """
    key = dealing.key_from_seed(seed)
    state = game.start(options)
    seats = len(seated)
    rngs = [own_rng(seed, number, seat) for seat in range(seats)]
    played = Played([0.0] * seats, [0] * seats, [0.0] * seats, [0.0] * seats)
    drawn = 0
    while (who := int(game.actor(state[0]))) != OVER:
        if who == CHANCE:
            outcomes, weights = game.outcome_odds(state[0])
            game.apply(state[0], dealing.draw(key, drawn, outcomes, weights))
            drawn += 1
            continue
        legal = game.legal_ids(state[0])
        one = seated[who]
        note(who)
        start, used = time.perf_counter(), time.process_time()
        try:
            action = int(one.bot.choose(seen(game, state, who), legal, one.limit, rngs[who]))
        except Exception as error:  # whatever a bot raises, the arena goes on
            played.fault, played.faulty, played.detail = CRASHED, who, f"{type(error).__name__}: {error}"
            break
        finally:
            note(-1)
        taken, used = time.perf_counter() - start, time.process_time() - used
        if len(legal) > 1:
            played.moves[who] += 1
            played.seconds[who] += used
            played.slowest[who] = max(played.slowest[who], taken)
        if action not in legal:
            played.fault, played.faulty, played.detail = ILLEGAL, who, str(action)
            break
        game.apply(state[0], action)
    if played.fault:
        played.shares = shares_after_fault(game, options, played.faulty, seats)
    else:
        played.shares = game.shares(state[0], seats)
    return played


def shares_after_fault(game: Game, options: Options, faulty: int, seats: int) -> list[float]:
    """Give the result when one seat's bot fails: it and its partners lose, the others share the win."""
    full = game.complete(options)
    teams = game.teams(full) if game.teams is not None else tuple(range(seats))
    others = sorted({team for team in teams if team != teams[faulty]})
    return [0.0 if team == teams[faulty] else 1 / len(others) for team in teams]
