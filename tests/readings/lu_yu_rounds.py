"""Lu Yu between the turns, read from the rules alone: whose turn it is, his clean-up, what he scores in the end."""

from __future__ import annotations

from itertools import pairwise

from tests.readings.lu_yu_pieces import (
    CARD_POINTS,
    DECREES,
    NUMBERS,
    OWN,
    RIVER_POINTS,
    SQUARES,
    STEP_POINTS,
    TILES,
)
from tests.readings.lu_yu_table import LU_YU, PERSON, LuYu, Table


def starter_of(round_number: int, first: str) -> str:
    """The start-player marker moves on each round (G-45)."""
    other = PERSON if first == LU_YU else LU_YU
    return first if round_number % 2 == 1 else other


def may_turn(own_turns: int, other_turns: int, other_has_passed: bool, is_starter: bool) -> bool:
    """Single turns in alternation, the starter first; alone once the other has passed."""
    ahead = own_turns - other_turns
    due = 0 if is_starter else -1
    return ahead == due or (other_has_passed and ahead >= due)


# -- clean-up --------------------------------------------------------------------------------------------------------


def clean_up(lu: LuYu, table: Table, round_number: int) -> None:
    """Halls and harvest in every round; cards below the deck and the market's change in all but the last."""
    if lu.has_puerh:
        score_halls(lu, table)
    harvest(lu)
    if round_number == NUMBERS["rounds"]["count"]:
        return
    lu.deck.below.append(set(lu.slots))
    lu.slots = []
    table.market = [*table.market[1:], None]


def harvest(lu: LuYu) -> None:
    """Two fresh leaves of each garden whatever its quality, in round 5 as in every other (G-48)."""
    lu.fresh += OWN["leaves_of_a_garden"] * len(lu.gardens)


def score_halls(lu: LuYu, table: Table) -> None:
    """The higher sum of squares below a hall scores first, the other second; of equal sums the higher square (G-72)."""
    for hall in table.squares:
        standing = {
            who: [SQUARES[place] for place, owner in enumerate(hall) if owner == who] for who in (PERSON, LU_YU)
        }
        mine, theirs = standing[LU_YU], standing[PERSON]
        if mine:
            is_first = not theirs or (sum(mine), max(mine)) > (sum(theirs), max(theirs))
            lu.hall_points += NUMBERS["halls"]["first_points" if is_first else "second_points"]
        lu.ready += len(mine)
        hall[:] = [None] * len(hall)


# -- the end ---------------------------------------------------------------------------------------------------------


def final_points(lu: LuYu, table: Table) -> dict[str, int]:
    """His points by source; what he has none of is not named."""
    points = {
        "halls": lu.hall_points,
        "cards": sum(CARD_POINTS[card] for card in lu.cards),
        "river": RIVER_POINTS[lu.river],
        "university": NUMBERS["university"]["points"][lu.research],
        "cups": cup_points(lu.cups),
        "caravans": OWN["points_of_a_caravan"] * len(lu.caravans),
        "leftovers": lu.fresh // OWN["fresh_leaves_for_a_point"] + lu.fermented * OWN["points_of_a_fermented_leaf"],
        "track": STEP_POINTS[lu.step],
        "cakes": OWN["points_of_a_cake"] * lu.whole_cakes
        + OWN["points_of_an_unfinished_cake"] * (len(lu.cakes) - lu.whole_cakes),
        "decrees": decree_points(table),
    }
    return {source: number for source, number in points.items() if number}


def cup_points(row: list[str]) -> int:
    """By the number of one-coloured connections (G-34)."""
    alike = sum(TILES[left][1] == TILES[right][0] for left, right in pairwise(row))
    printed = NUMBERS["cups"]["connections"]
    further = max(0, alike - (len(printed) - 1))
    return int(printed[min(alike, len(printed) - 1)] + further * NUMBERS["cups"]["each_further"])


def decree_points(table: Table) -> int:
    """What is printed on the spaces he stands on."""
    return sum(
        int(DECREES[decree][f"{table.decrees[decree]}_{rank}"])
        for decree, spaces in table.decree_spaces.items()
        for rank, who in zip(("first", "second"), spaces, strict=True)
        if who == LU_YU
    )


def person_wins(person: int, lu_yu: int) -> bool:
    """More points than Lu Yu; a tie is his (G-76)."""
    return person > lu_yu
