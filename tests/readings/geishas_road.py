"""Geisha's Road, read once more from docs/rules/geishas_road.md: plain, slow, and without a look at the house's code.

Cards are written as in notation ("red-3"), lanterns as "light/dark".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations
from random import Random
from typing import Any

from ochaya.core.game import CHANCE, OVER
from ochaya.core.secrecy import EVERYONE
from tests.readings.geishas_road_offer import Offer
from tests.readings.geishas_road_table import CARDS, COLOURS, Lantern, Table, best_guest_points, colour_of, value_of

LANTERNS = ["1/5", "1/4", "2/4", "2/3", "2/1", "3/2", "3/0", "3/-1", "4/-2"]
"""§1, house values (R-G1)."""
MARKERS = {"reveal": 1, "intrigue": 2, "compromise": 3, "double": 4}
TURNS = 8
ASKED_OF_CHANCE = ("first", "ring", "favour", "lantern", "flip", "deal", "draw", "redraw")


class GeishasRoadReading:
    """One match."""

    def __init__(self, options: Mapping[str, str], *, counters_any_card: bool = False) -> None:
        self.mode, self.destiny = options["mode"], options["destiny"] == "on"
        self.counters_any_card = counters_any_card
        self.table = Table(has_tokens=self.mode != "basic")
        self.round, self.starter = 1, 0
        self.points: list[list[int]] = [[], []]
        self.winner_by_geishas: int | None = None
        self.clear_round()
        self.asked = 0
        if options["first"] == "random":
            self.phase = "first"
        else:
            self.starter, self.phase = int(options["first"]), "ring"
        self.now = self.all_choices()

    def clear_round(self) -> None:
        """§2.4, §2.5, §5.5: cards, markers and lanterns anew."""
        self.deck = list(CARDS)
        self.hands: list[list[str]] = [[], []]
        self.used: list[set[str]] = [set(), set()]
        self.special_used: list[set[str]] = [set(), set()]
        self.intrigue: list[tuple[str, str] | None] = [None, None]
        self.intrigue_placed = [False, False]
        self.turn = 0
        self.lanterns_left = list(LANTERNS)
        self.offer: Offer | None = None
        self.to_place: list[tuple[int, list[str]]] = []
        self.symbols, self.house = 0, ""
        self.round_is_over = False

    # -- what may be done -------------------------------------------------------------------------------------------

    def actor(self) -> int:
        """Chance lays out and draws; a seat acts, answers, places and takes tokens."""
        if self.phase == "over":
            return OVER
        return CHANCE if self.phase in ASKED_OF_CHANCE else self.asked

    def listen(self, asked: list[str]) -> None:
        """R-G16: the order of two cards need not be asked where it cannot matter; asked needlessly, it is no fault."""
        while self.phase == "order" and set(asked) != set(self.now) and not self.order_matters():
            self.follow(self.now[0])

    def choices(self) -> dict[str, int]:
        """All that may happen now."""
        return dict.fromkeys(self.now, 1)

    def all_choices(self) -> list[str]:
        """List them, by what is asked."""
        match self.phase:
            case "first":
                return ["first:0", "first:1"]
            case "ring":
                return ["ring:" + "-".join((COLOURS[0], *rest)) for rest in permutations(COLOURS[1:])]
            case "favour":
                return [f"favour:{colour}" for colour in COLOURS if self.table.favour_owner[colour] is None]
            case "lantern":
                return [f"lantern:{lantern}" for lantern in self.lanterns_left]
            case "flip":
                return [f"flip:{one}+{two}" for one, two in combinations(range(1, 6), 2)]
            case "deal" | "draw" | "redraw":
                return [f"draw:{card}" for card in self.deck]
            case "turn":
                return self.actions()
            case "hide":
                return ["open", *(f"hide:{at + 1}" for at in range(len(self.offered.slots)))]
            case "answer":
                return self.offered.answers(self.asked) + self.counter_offers()
            case "order":
                return [f"place:{card}" for card in self.to_place[0][1]]
            case "tokens":
                return ["tokens:guests", "tokens:favour"]
        return []

    def actions(self) -> list[str]:
        """§4: every unused marker with every choice of cards."""
        hand, unused = in_order(self.hands[self.asked]), MARKERS.keys() - self.used[self.asked]
        found = []
        if "reveal" in unused:
            found += [f"reveal:{card}" for card in hand]
        if "intrigue" in unused:
            found += [f"intrigue:{left}+{right}" for left, right in permutations(hand, 2)]
        if "compromise" in unused:
            found += ["compromise:" + "+".join(three) for three in combinations(hand, 3)]
        if "double" in unused:
            for a, b, c, d in combinations(hand, 4):
                found += [f"double:{a}+{b}/{c}+{d}", f"double:{a}+{c}/{b}+{d}", f"double:{a}+{d}/{b}+{c}"]
        return found

    @property
    def offered(self) -> Offer:
        """The offer, at times when there is one."""
        assert self.offer is not None
        return self.offer

    def counter_offers(self) -> list[str]:
        """§7.2 to §7.4: a card of the hand for a card of the offer, face down if one still can."""
        if self.mode != "advanced" or "counter" in self.special_used[self.asked]:
            return []
        ways = ["up"] if "hidden" in self.special_used[self.asked] else ["up", "down"]
        return [
            f"counter:{at + 1}:{card}:{way}"
            for at in self.offered.replaceable_by(self.asked, any_card=self.counters_any_card)
            for card in self.hands[self.asked]
            for way in ways
        ]

    # -- what happens -----------------------------------------------------------------------------------------------

    def follow(self, choice: str) -> None:
        """Do it, and whatever leaves no choice after it (§3)."""
        self.do(choice)
        self.now = self.all_choices()
        while len(self.now) == 1:
            self.do(self.now[0])
            self.now = self.all_choices()

    def do(self, choice: str) -> None:
        """Do just this."""
        word, _, rest = choice.partition(":")
        match word:
            case "first":
                self.starter, self.phase = int(rest), "ring"
            case "ring":
                self.table.lay_ring(rest.split("-"))
                self.phase = "favour" if self.mode == "basic" else "lantern"
            case "favour":
                owners = self.table.favour_owner
                owners[rest] = 1 if 0 in owners.values() else 0
                self.phase = "lantern" if 1 in owners.values() else "favour"
            case "lantern":
                self.lay_lantern(rest)
            case "flip":
                for at in rest.split("+"):
                    self.table.turn_in_row(int(at) - 1)
                self.phase = "deal"
            case "draw":
                self.draw(rest)
            case "reveal" | "intrigue" | "compromise" | "double":
                self.act(word, rest)
            case "open" | "hide":
                self.hide(int(rest) - 1 if rest else None)
            case "take" | "leave":
                self.split({int(rest) - 1}, 1 - self.offered.by)
            case "pair":
                self.split({0, 1} if rest == "1" else {2, 3}, self.asked)
            case "counter":
                self.counter(*rest.split(":"))
            case "place":
                self.place(rest)
            case "tokens":
                is_favour = rest == "favour"
                self.table.take(self.asked, self.house, self.symbols - is_favour, is_favour)
                self.go_on()

    def lay_lantern(self, lantern: str) -> None:
        """§2.4, §9; the first lantern of the second round clears the table of the first (§5.5)."""
        if self.round_is_over:
            self.table.clear_for_next_round()
            self.clear_round()
        self.lanterns_left.remove(lantern)
        light, dark = lantern.split("/")
        rows = self.table.rows
        row = 0 if len(rows[0]) < 5 else 1
        rows[row].append(Lantern(int(light), int(dark)))
        if self.destiny:
            self.phase = "flip" if len(rows[0]) == 5 else "lantern"
        else:
            self.phase = "deal" if len(rows[1]) == 4 else "lantern"

    def draw(self, card: str) -> None:
        """Deal six each in turn, then one at the start of a turn, or one for a counter-offer."""
        self.deck.remove(card)
        if self.phase == "deal":
            dealt = len(CARDS) - len(self.deck)
            self.hands[self.starter if dealt % 2 else 1 - self.starter].append(card)
            if dealt == 12:
                self.asked, self.phase = self.starter, "draw"
            return
        self.hands[self.asked].append(card)
        if self.phase == "draw":
            self.phase = "turn"
        else:
            self.asked, self.phase = 1 - self.asked, "answer"

    def act(self, marker: str, cards: str) -> None:
        """§4."""
        laid = cards.replace("/", "+").split("+")
        self.used[self.asked].add(marker)
        for card in laid:
            self.hands[self.asked].remove(card)
        if marker == "reveal":
            self.to_place = [(self.asked, laid)]
            self.go_on()
        elif marker == "intrigue":
            self.intrigue[self.asked] = laid[0], laid[1]
            self.go_on()
        else:
            self.offer = Offer(marker, self.asked, laid)
            if self.mode == "advanced" and "hidden" not in self.special_used[self.asked]:
                self.phase = "hide"
            else:
                self.hide(None)

    def hide(self, at: int | None) -> None:
        """§7.1: the offer is shown, perhaps with a card face down; the rival answers."""
        if at is not None:
            self.special_used[self.asked].add("hidden")
        self.offered.lay_open(at)
        self.asked, self.phase = 1 - self.asked, "answer"

    def counter(self, place: str, card: str, way: str) -> None:
        """§7.2: the old card into the deck, a new one in its place, a draw; then the rival chooses."""
        self.special_used[self.asked].update({"counter"} if way == "up" else {"counter", "hidden"})
        self.hands[self.asked].remove(card)
        old = self.offered.replace(int(place) - 1, card, self.asked, is_down=way == "down")
        self.deck = in_order([*self.deck, old])
        self.phase = "redraw"

    def split(self, slots: set[int], receiver: int) -> None:
        """§7.5: the shares are fixed; who chose places first."""
        shares = self.offered.shares(slots, receiver)
        self.offer = None
        self.to_place = [(seat, in_order(shares[seat])) for seat in (self.asked, 1 - self.asked)]
        self.go_on()

    # -- placing ----------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Place what is to be placed; then the next turn, the Intrigue cards, or the end of the round."""
        if self.to_place:
            self.asked, cards = self.to_place[0]
            if len(cards) == 2:
                self.phase = "order"
            else:
                self.place(cards[0])
        elif self.turn < TURNS:
            self.turn += 1
            if self.turn == TURNS:
                self.go_on()
            else:
                self.asked, self.phase = (self.starter + self.turn) % 2, "draw"
        else:
            self.turn_up_intrigue()

    def turn_up_intrigue(self) -> None:
        """§5.1: the left card of the start player, then of the other."""
        for seat in (self.starter, 1 - self.starter):
            cards = self.intrigue[seat]
            if cards and not self.intrigue_placed[seat]:
                self.intrigue_placed[seat] = True
                self.to_place = [(seat, [cards[0]])]
                self.go_on()
                return
        self.end_round()

    def order_matters(self) -> bool:
        """R-G16: whether one order can lead to a table to which the other cannot."""
        seat, (one, two) = self.to_place[0]
        return self.table.ends(seat, [one, two]) != self.table.ends(seat, [two, one])

    def place(self, card: str) -> None:
        """§3.1: the geisha walks, may bring a lantern, and her card takes tokens (§6)."""
        seat, cards = self.to_place[0]
        cards.remove(card)
        if not cards:
            self.to_place.pop(0)
        self.house, self.symbols = self.table.place(seat, card)
        mixes = self.table.mixes(self.house, self.symbols)
        if len(mixes) > 1:
            self.asked, self.phase = seat, "tokens"
        else:
            self.table.take(seat, self.house, *mixes[0])
            self.go_on()

    # -- the end ----------------------------------------------------------------------------------------------------

    def end_round(self) -> None:
        """§5.2 to §5.6."""
        self.round_is_over = True
        winners = list(self.table.winners().values())
        for seat in (0, 1):
            if winners.count(seat) >= 4:
                self.winner_by_geishas, self.phase = seat, "over"
                return
        for seat in (0, 1):
            self.points[seat].append(self.round_points(seat))
        if self.round == 2:
            self.phase = "over"
        else:
            self.round, self.phase = 2, "lantern"
            one, other = self.points[0][0], self.points[1][0]
            self.starter = 1 - self.starter if one == other else int(other < one)
            self.lanterns_left = list(LANTERNS)

    def round_points(self, seat: int) -> int:
        """§5.4: tiles, their lanterns, guests, unused special markers."""
        won = [colour for colour, winner in self.table.winners().items() if winner == seat]
        lanterns = sum(lantern.value for colour in won for lantern in self.table.on_tile[colour])
        return len(won) * self.round + lanterns + self.guest_points(seat) + self.marker_points(seat)

    def guest_points(self, seat: int) -> int:
        """§6."""
        return best_guest_points(tuple(self.table.guests_of[seat].values()))

    def marker_points(self, seat: int) -> int:
        """§7."""
        return 2 - len(self.special_used[seat]) if self.mode == "advanced" else 0

    def shares(self) -> list[float]:
        """§5.3, §5.6."""
        if self.winner_by_geishas is not None:
            return [float(seat == self.winner_by_geishas) for seat in (0, 1)]
        result: list[tuple[int, int]] = []
        for seat in (0, 1):
            tokens = list(self.table.favour_owner.values()).count(seat) if self.mode != "basic" else 0
            result.append((sum(self.points[seat]), tokens))
        if result[0] == result[1]:
            return [0.5, 0.5]
        return [float(result[seat] > result[1 - seat]) for seat in (0, 1)]

    # -- what is shown ----------------------------------------------------------------------------------------------

    def shown(self, viewer: int) -> dict[str, Any]:
        """§11."""
        actor = self.actor()
        shown: dict[str, Any] = {
            "actor": {CHANCE: "chance", OVER: "over"}.get(actor, actor),
            "round": self.round,
            "turn": self.turn,
            "deck": len(self.deck),
        }
        if self.phase != "first":
            shown["starter"] = self.starter
        if self.phase not in ("first", "ring"):
            shown |= self.table.shown()
        for at, geisha in enumerate(COLOURS):
            shown[f"geishas.{at}.value"] = self.round
            if self.round_is_over:
                shown[f"geishas.{at}.winner"] = self.table.winners()[geisha]
        for seat in (0, 1):
            shown |= self.shown_of_seat(seat, is_open=viewer in (seat, EVERYONE))
        shown |= self.offer.shown(viewer) if self.offer else {"offer": None}
        if self.phase == "tokens":
            shown |= {"choosing_tokens.house": self.house, "choosing_tokens.symbols": self.symbols}
        else:
            shown["choosing_tokens"] = None
        if actor == OVER:
            shown["result.shares"] = self.shares()
            if self.winner_by_geishas is None:
                shown["result.points"] = [sum(self.points[0]), sum(self.points[1])]
        return shown

    def shown_of_seat(self, seat: int, *, is_open: bool) -> dict[str, Any]:
        """What lies before a player, and the hand to its owner."""
        cards = self.intrigue[seat]
        shown: dict[str, Any] = {
            "hand_size": len(self.hands[seat]),
            "hand": in_order(self.hands[seat]) if is_open else None,
            "to_place": [card for owner, cards in self.to_place if owner == seat for card in cards],
            "used": [marker for marker in MARKERS if marker in self.used[seat]],
            "special_used": sorted(self.special_used[seat]),
        }
        if cards is None:
            shown["intrigue"] = None
        else:
            shown["intrigue.left"] = cards[0] if is_open and not self.intrigue_placed[seat] else None
            shown["intrigue.right"] = cards[1] if is_open else None
            shown["intrigue.left_placed"] = self.intrigue_placed[seat]
        if self.winner_by_geishas is None:  # R-G20: else no points are counted
            shown["points"] = self.points[seat]
        return {f"seats.{seat}.{key}": value for key, value in shown.items()}

    def tempted(self, choices: list[str], dice: Random) -> str:
        """First the kind of action, then one of the kind: else a Double gift is nearly always the first action."""
        kind = dice.choice(sorted({choice.partition(":")[0] for choice in choices}))
        return dice.choice([choice for choice in choices if choice.partition(":")[0] == kind])


def in_order(cards: list[str]) -> list[str]:
    """Sorted by colour, then by value."""
    return sorted(cards, key=lambda card: (COLOURS.index(colour_of(card)), value_of(card)))
