"""What happened in one step, noted by the rules for the events: only what everybody may know is written here."""

from __future__ import annotations

from ochaya.core.jit import rule
from ochaya.games.tea_garden.state import TELLINGS, State

TOLD = (
    "", "leaves", "emperor-tokens", "scroll", "points", "fermented", "decree", "hall", "passes", "round", "harvest",
    "reshuffle", "boat", "research", "lu-card", "lu-fresh", "lu-ferment", "lu-token", "lu-garden", "lu-buy",
    "lu-caravan", "lu-court", "lu-market", "lu-research", "lu-cup", "lu-boat", "lu-pays", "lu-climb", "lu-advanced",
    "lu-passes", "market-gone", "paid", "harvested", "over", "lu-nothing", "cake", "lu-back",
    "lu-instead", "lu-back-court",
)  # fmt: skip
(
    _, T_LEAVES, T_EMPEROR_TOKENS, T_SCROLL, T_POINTS, T_FERMENTED, T_DECREE, T_HALL, T_PASSES, T_ROUND, T_HARVEST,
    T_RESHUFFLE, T_BOAT, T_RESEARCH, T_LU_CARD, T_LU_FRESH, T_LU_FERMENT, T_LU_TOKEN, T_LU_GARDEN, T_LU_BUY,
    T_LU_CARAVAN, T_LU_COURT, T_LU_MARKET, T_LU_RESEARCH, T_LU_CUP, T_LU_BOAT, T_LU_PAYS, T_LU_CLIMB, T_LU_ADVANCED,
    T_LU_PASSES, T_MARKET_GONE, T_PAID, T_HARVESTED, T_OVER, T_LU_NOTHING, T_CAKE,
    T_LU_BACK, T_LU_INSTEAD, T_LU_BACK_COURT,
) = range(len(TOLD))  # fmt: skip


@rule
def forget(s: State) -> None:
    """Begin a step with nothing told."""
    for i in range(s.told_count):
        for j in range(4):
            s.told[i, j] = 0
    s.told_count = 0


@rule
def tell(s: State, what: int, who: int, a: int, b: int) -> None:
    """Note something that everybody saw happen."""
    if s.told_count < TELLINGS:
        s.told[s.told_count, 0] = what
        s.told[s.told_count, 1] = who
        s.told[s.told_count, 2] = a
        s.told[s.told_count, 3] = b
        s.told_count += 1
