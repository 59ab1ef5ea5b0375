"""Who may sit in a seat besides a person: bots, their levels and the processes they think in.

    from ochaya.bots import LEVELS, Limit, make        names and bots
    from ochaya.bots.workers import Workers            thinking in other processes, for servers and terminals
"""

from ochaya.bots.bot import Bot
from ochaya.bots.levels import LEVELS, USUAL_LIMIT, UnknownBot, make, names
from ochaya.bots.limit import Limit

__all__ = ["LEVELS", "USUAL_LIMIT", "Bot", "Limit", "UnknownBot", "make", "names"]
