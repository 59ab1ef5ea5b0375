"""Lu Yu read from the rules alone, slowly and in plain words: nothing of the house's rules is used or was looked at.

Written from the specification's §7.7 and its gaps G-45 to G-78, and from docs/rules/tea_garden.md §14. This is his
turn; lu_yu_sides has the side actions, lu_yu_deck the cards that come to him, lu_yu_rounds the rest.
"""

from __future__ import annotations

from tests.readings.lu_yu_deck import Happening, Refill
from tests.readings.lu_yu_pieces import CARDS, DECREES, NUMBERS, OWN, REGIONS, SQUARES, STEP_POINTS
from tests.readings.lu_yu_sides import side_action, side_action_again
from tests.readings.lu_yu_table import LU_YU, LuYu, Table


def turn(lu: LuYu, table: Table) -> Happening:
    """The top card onto his next slot, its orders from top to bottom, then the decrees; or he passes (G-73)."""
    if not pay_slot(lu):
        lu.has_passed = True
        return False
    card = CARDS[lu.deck.known.pop(0)]
    lu.slots.append(card.name)
    yield from lu.deck.show_top()
    for ways in card.orders:
        for way in ways:
            if (yield from carry_out(lu, table, way)):
                break
    if lu.has_puerh:
        check_decrees(lu, table)
    return True


def pay_slot(lu: LuYu) -> bool:
    """Four slots, five with Pu-erh; the first three cost nothing, the others fermented leaves each."""
    if len(lu.slots) == (5 if lu.has_puerh else 4):
        return False
    price = 0 if len(lu.slots) < NUMBERS["slots"]["free"] else NUMBERS["lu_yu_slots"]["price_in_fermented_leaves"]
    if lu.fermented < price:
        return False
    lu.fermented -= price
    return True


def carry_out(lu: LuYu, table: Table, order: str) -> Happening:
    """One order of a card, such as GARDEN, BUY+1 or FERMENT2."""
    word = order.rstrip("+0123456789")
    number = int(order[len(word) :] or 0)
    strength = number + lu.deck.back.strength
    if word == "FRESH":
        lu.fresh += number
    elif word == "FERMENT":
        turned = min(number, lu.fresh)
        lu.fresh -= turned
        lu.fermented += turned
    elif word == "TOKEN":
        lu.tokens += number
    elif word == "GARDEN":
        return build(lu, table)
    elif word == "BUY":
        return (yield from buy(lu, table, strength))
    elif word == "CARAVAN":
        return (yield from take_caravan(lu, table))
    elif word == "COURT":
        return visit_court(lu, table, strength)
    elif word == "MARKET":
        return (yield from shop(lu, table, strength))
    elif word == "SIDE":
        return (yield from side_action(lu, table))
    elif word == "PAYSIDE":
        return (yield from side_action_again(lu, table, number))
    elif word == "EMPEROR":
        return (yield from climb(lu, table))
    elif word == "ADV":
        return (yield from lu.deck.add_advanced())
    else:
        raise AssertionError(f"an order nobody knows: {order}")
    return True


def build(lu: LuYu, table: Table) -> bool:
    """GARDEN: the adjacent region of the best quality with a free space; ties by provinces, then the lower number."""
    if len(lu.gardens) == 1 + len(NUMBERS["pagodas"]["strength"]):
        return False
    possible = [
        number
        for number in REGIONS
        if number not in lu.gardens
        and None in table.spaces[number]
        and any(mine in REGIONS[number].neighbours for mine in lu.gardens)
    ]
    if not possible:
        return False
    provinces = lu.deck.back.provinces

    def merit(number: int) -> tuple[int, int, int]:
        return -REGIONS[number].quality, provinces.index(REGIONS[number].province), number

    region = min(possible, key=merit)
    table.spaces[region][table.spaces[region].index(None)] = LU_YU
    lu.gardens.append(region)
    return True


def buy(lu: LuYu, table: Table, strength: int) -> Happening:
    """BUY: the column of his strength, at most the last; an empty one gives way to the next cheaper (G-74)."""
    column = min(strength, len(table.market) - 1)
    while column >= 0 and table.market[column] is None:
        column -= 1
    if column < 0:
        return False
    card = table.market.pop(column)
    assert card is not None
    lu.cards.append(card)
    table.market.append(None)
    last = next(place for place, lying in enumerate(table.market) if lying is None)
    table.market[last] = yield Refill("market", last)
    return True


def take_caravan(lu: LuYu, table: Table) -> Happening:
    """CARAVAN: the place on the back, else the next to the right, going round; refilled there."""
    place = first_taken(table.caravans, lu.deck.back.caravan)
    if place is None:
        return False
    lu.caravans.append(str(table.caravans[place]))
    table.caravans[place] = None
    table.caravans[place] = yield Refill("caravans", place)
    return True


def first_taken(row: list[str | None], start: int) -> int | None:
    """The first place where something lies, from `start` to the right and round."""
    for further in range(len(row)):
        place = (start + further) % len(row)
        if row[place] is not None:
            return place
    return None


def visit_court(lu: LuYu, table: Table, strength: int) -> bool:
    """COURT: the highest free square within his strength, in the hall on the back, else in the other (G-78)."""
    if not lu.has_puerh or not lu.ready:
        return False
    for hall in lu.deck.back.halls:
        for square, needs in enumerate(SQUARES):
            if needs <= strength and table.squares[hall][square] is None:
                table.squares[hall][square] = LU_YU
                lu.ready -= 1
                return True
    return False


def shop(lu: LuYu, table: Table, strength: int) -> Happening:
    """MARKET: one to three premium tokens in the order on the back, each added to his current cake."""
    allowed = sum(strength >= needed for needed in NUMBERS["puerh"]["strength_for_tokens"])
    places = [place for place in lu.deck.back.market if table.premium[place] is not None][:allowed]
    if not lu.has_puerh or not places:
        return False
    for place in places:
        if len(lu.cakes) == lu.whole_cakes:
            lu.cakes.append([])
        lu.cakes[-1].append(str(table.premium[place]))
        table.premium[place] = None
    for place in sorted(places):
        table.premium[place] = yield Refill("premium", place)
    return True


def climb(lu: LuYu, table: Table) -> Happening:
    """EMPEROR: two tokens for one step; the emperor card on the place of the back leaves and is replaced."""
    price = OWN["emperor_tokens_of_a_step"]
    if lu.tokens < price or lu.step == len(STEP_POINTS) - 1:
        return False
    lu.tokens -= price
    lu.step += 1
    place = first_taken(table.emperors, lu.deck.back.emperor)
    if place is not None:
        table.emperors[place] = None
        table.emperors[place] = yield Refill("emperors", place)
    return True


def check_decrees(lu: LuYu, table: Table) -> None:
    """Each condition he meets for the first time: the best free space if there is one, and a waiting messenger."""
    reached = {
        "river": lu.river,
        "emperor": lu.step,
        "centre": lu.research // 4,
        "gardens": len(lu.gardens),
        "caravans": len(lu.caravans),
        "cups": len(lu.cups),
        "cakes": lu.whole_cakes,
    }
    for decree, side in table.decrees.items():
        if decree in lu.decrees or reached[DECREES[decree]["counts"]] < int(DECREES[decree][side]):
            continue
        lu.decrees.add(decree)
        if None in table.decree_spaces[decree]:
            table.decree_spaces[decree][table.decree_spaces[decree].index(None)] = LU_YU
        if lu.waiting:
            lu.waiting -= 1
            lu.ready += 1
