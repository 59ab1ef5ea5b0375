"""What one viewer is told has happened: the action as far as he may know it, then the news it brought (news.py)."""

from __future__ import annotations

from typing import Any

from ochaya.core.game import Event
from ochaya.core.secrecy import Seen
from ochaya.games.geishas_road import news
from ochaya.games.geishas_road.actions import decode
from ochaya.games.geishas_road.pieces import COLOURS, FACE, LANTERNS, TOP_ROW
from ochaya.games.geishas_road.show.account import account
from ochaya.games.geishas_road.show.names import card_name, cards_in
from ochaya.games.geishas_road.show.view import MARKERS
from ochaya.games.geishas_road.state import COMPROMISE, DEAL, FLIP, FOUR_GEISHAS, HIDE, LANTERN, REASONS, SHARED

HIDDEN_CARD = "#card.hidden"


def events(before: Seen, action: int, after: Seen) -> list[Event]:
    """Tell the viewer of both moments what happened between them, in order."""
    b, a = before.record, after.record
    told = _chance(b, action, after)
    slots = [_key(int(code)) for code in b.slots]
    notes = [int(note) for note in a.news[: a.told]]
    for note in notes:
        if note & 15 == news.TURNED:
            slots[note >> 10 & 3] = _key(note >> 5 & 31)
    for note in notes:
        told += _told(note, slots, b, after)
    return told


def _key(code: int) -> str:
    """Name a card by its text key; one that the viewer may not know is "a face-down card"."""
    name = card_name(code)
    return f"#card.{name}" if name else HIDDEN_CARD


def _geisha(colour: int) -> str:
    return f"#geisha.{COLOURS[colour]}"


def _house(colour: int) -> str:
    return f"#house.{COLOURS[colour]}"


def _chance(b: Any, action: int, after: Seen) -> list[Event]:
    """What chance laid out before the first turn."""
    a, said = after.record, decode(action)
    if said.kind == "first":
        return [Event("starts", {"who": int(a.starter), "round": 1})]
    if said.kind == "ring":
        return [Event("ring", {"houses": [f"#house.{house}" for house in said.houses]})]
    if said.kind == "favour":
        return [Event("favour", {"who": int(b.seat), "geisha": f"#geisha.{said.colour}"})]
    if b.phase in (LANTERN, FLIP) and a.phase == DEAL:
        rows = [_faces(a.row[:TOP_ROW]), _faces(a.row[TOP_ROW:])]
        if a.destiny:
            return [Event("row", {"row": rows[0]})]
        return [Event("rows", {"top": rows[0], "bottom": rows[1]})]
    if b.phase == DEAL and a.phase != DEAL:
        return [_dealt(after)]
    return []


def _faces(codes: Any) -> str:
    return " ".join(str(int(FACE[LANTERNS + code])) for code in codes)


def _told(note: int, slots: list[str], b: Any, after: Seen) -> list[Event]:
    """Put one piece of news into an event."""
    a, kind, who, card, more = after.record, note & 15, note >> 4 & 1, note >> 5 & 31, note >> 10
    if kind == news.DREW:
        return [Event("drew", {"who": who, "card": _key(card)}) if card else Event("drew-hidden", {"who": who})]
    if kind == news.ACTED:
        return _acted(a, who, more)
    if kind == news.OFFERED:
        return [_offered(a, who, more & 3, "yes" if more >> 2 else "no")]
    if kind == news.CHOSE:
        taken = [slots[i] for i in range(4) if more >> i & 1]
        left = [slots[i] for i in range(int(b.offered) + 1) if not more >> i & 1]
        return [Event("took", {"who": who, "rival": 1 - who, "cards": taken, "left": left})]
    if kind == news.COUNTERED:
        down = "yes" if more >> 7 & 1 else "no"
        data = {"who": who, "slot": (more & 3) + 1, "removed": _key(card), "laid": _key(more >> 2 & 31), "down": down}
        return [Event("counter", data)]
    if kind == news.TURNED:
        return [Event("turned", {"who": who, "card": _key(card)})]
    if kind == news.PLACED:
        stop = next(colour for colour in range(5) if a.home[colour] == more)
        data = {"who": who, "card": _key(card), "geisha": _geisha((card - 1) // 4), "house": _house(stop)}
        return [Event("placed", data)]
    if kind in (news.LIT, news.FLIPPED):
        name = "lantern" if kind == news.LIT else "flipped"
        return [Event(name, {"geisha": _geisha(card), "value": int(FACE[more])})]
    if kind == news.TOOK:
        favour = "yes" if more >> 2 else "no"
        return [Event("tokens", {"who": who, "house": _house(card), "guests": more & 3, "favour": favour})]
    if kind == news.SCORED:
        return _scored(a)
    return _won(more)


def _dealt(after: Seen) -> Event:
    """The twelve cards of the deal, told as one."""
    a = after.record
    if after.seat not in (0, 1):
        return Event("dealt-hidden", {"round": int(a.part) + 1})
    hand = [f"#card.{name}" for name in cards_in(a.hand[after.seat])]
    return Event("dealt", {"who": after.seat, "round": int(a.part) + 1, "cards": hand})


def _acted(a: Any, who: int, marker: int) -> list[Event]:
    """A marker was used; an offer is told when it is shown."""
    if marker == 0:
        return [Event("reveal", {"who": who})]
    if marker == 1:
        if card_name(int(a.right[who])) is None:
            return [Event("intrigue-hidden", {"who": who})]
        return [Event("intrigue", {"who": who, "left": _key(int(a.left[who])), "right": _key(int(a.right[who]))})]
    if a.phase == HIDE:
        return [Event("laying", {"who": who, "action": f"#action.{MARKERS[marker]}"})]
    return []


def _offered(a: Any, who: int, marker: int, down: str) -> Event:
    """An offer was shown, one card of it perhaps face down."""
    cards = [_key(int(code)) for code in a.slots]
    if marker == COMPROMISE:
        return Event("compromise", {"who": who, "cards": cards[:3], "down": down})
    return Event("double", {"who": who, "first": cards[:2], "second": cards[2:], "down": down})


def _scored(a: Any) -> list[Event]:
    """A round ended: who won which geisha, and the points."""
    told = []
    round_ = account(a, int(a.scored) - 1)
    winners = round_["winners"]
    for p in range(2):
        won = [_geisha(c) for c in range(5) if winners[c] == p]
        if won:
            told.append(Event("favours", {"who": p, "geishas": won}))
    nobody = [_geisha(c) for c in range(5) if winners[c] is None]
    if nobody:
        told.append(Event("nobody", {"geishas": nobody}))
    if a.reason != FOUR_GEISHAS:
        for p in range(2):
            told.append(Event("standing", {
                "who": p, "round": int(a.scored), "points": round_["points"][p], "tiles": round_["tiles"][p],
                "lanterns": round_["lights"][p], "guests": round_["guests"][p], "markers": round_["markers"][p],
            }))
        if a.scored == 1:
            told.append(Event("starts", {"who": int(a.starter), "round": 2}))
    return told


def _won(more: int) -> list[Event]:
    """The match ended."""
    winner, reason = more & 3, more >> 2
    if reason == SHARED:
        return [Event("shared", {})]
    return [Event("won", {"who": winner - 1, "reason": REASONS[reason]})]
