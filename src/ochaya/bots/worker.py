"""The process that thinks: answers questions one at a time until the other side hangs up."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from ochaya.bots.level import Level
from ochaya.bots.levels import make
from ochaya.bots.limit import Limit
from ochaya.bots.questions import Advice, Answer, Question, Stop, Warm, encode, read_message
from ochaya.bots.searcher import Searcher
from ochaya.bots.warming import warm
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import Seen
from ochaya.games import game as game_of
from ochaya.search.think import Thought


def serve(line: Connection) -> None:
    """Answer questions until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    while True:
        try:
            message = read_message(line.recv_bytes())
        except (EOFError, OSError):
            return
        if isinstance(message, Stop):
            continue
        try:
            if isinstance(message, Warm):
                warm(message.game)
                answer = Answer(message.number)
            else:
                answer = reply(message, _asker(line, message.number))
        except Exception as error:  # whatever a bot does wrong is told by its kind, and the process lives on
            answer = Answer(message.number, error=type(error).__name__)
        try:
            line.send_bytes(encode(answer))
        except OSError:
            return


def _asker(line: Connection, number: int) -> Callable[[], bool]:
    """Give the question "am I to stop?", asked between slices of thinking."""

    def is_stopped() -> bool:
        while line.poll():
            message = read_message(line.recv_bytes())
            if isinstance(message, Stop) and message.number == number:
                return True
        return False

    return is_stopped


def reply(question: Question, is_cancelled: Callable[[], bool] | None = None) -> Answer:
    """Decide; a function of the question alone when it is limited by iterations."""
    start = time.perf_counter()
    game = game_of(question.game)
    seen = Seen(game.name, question.seat, game.state.load(question.seen))
    legal = game.legal_ids(seen.record)
    rng = new_rng(question.seed)
    made = make(question.bot)
    bot = made.of(seen) if isinstance(made, Level) else made
    limit: Limit = question.limit
    thought: Thought | None = None
    if not isinstance(bot, Searcher):
        action = bot.choose(seen, legal, limit, rng)
    elif question.is_final:
        action, thought = bot.decide(seen, legal, limit, rng, is_cancelled=is_cancelled)
    else:
        thought = bot.think(seen, limit, rng, is_cancelled=is_cancelled, may_stop_early=False)
        action = thought.best.action
    if thought is None:
        return Answer(question.number, action, seconds=time.perf_counter() - start)
    advice = tuple(Advice(one.action, one.share, one.visits) for one in thought.actions if one.visits > 0)
    seconds = time.perf_counter() - start
    return Answer(question.number, action, advice, thought.iterations, seconds, thought.shares)
