"""What one viewer is told has happened, worked out from what that viewer saw before and after."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from ochaya.core.game import Event
from ochaya.core.record import reader
from ochaya.core.secrecy import Seen
from ochaya.games.hanamikoji.actions import decode
from ochaya.games.hanamikoji.pieces import DEALT, GEISHAS, ITEMS
from ochaya.games.hanamikoji.scoring import geishas_of, points_of
from ochaya.games.hanamikoji.show.view import KEPT, cards_in
from ochaya.games.hanamikoji.state import FINISHED, REASONS, State

_read_before = reader(State, "seat", "drawn", "round_number")
_read_offer = reader(State, ("offer", 0), ("offer", 1))
_read_after = reader(State, "phase", "round_number", "starter", "followed")


def events(before: Seen, action: int, after: Seen) -> list[Event]:
    """Tell the action itself, then what followed from it without a choice, then the account of a finished round."""
    who, drawn, round_before = _read_before(before.block)
    phase, round_after, starter, followed = _read_after(after.block)
    shown: list[list[str]] = []
    told: list[Event] = []
    for step in (action, *(step - 1 for step in followed if step)):
        said = decode(step)
        if said.kind == "first":
            told.append(Event("starts", {"who": starter, "round": 1}))
        elif said.kind == "draw":
            told += _drawn(who, drawn, round_before, said.cards[0], after)
        elif said.kind in ("take", "pair"):
            shown = shown or [*map(cards_in, _read_offer(before.block))]
            told.append(_answered(who, shown, said.cards, said.choice))
        else:
            told.append(_played(who, said.kind, said.cards))
            pairs = said.kind == "competition"
            shown = [list(said.cards[:2]), list(said.cards[2:])] if pairs else [list(said.cards), []]
            who = 1 - who
    if phase == FINISHED or round_after > round_before > 0:
        told += _scored(before.record, after.record)
    return told


def _keys(cards: Sequence[str]) -> list[str]:
    return [f"#card.{card}" for card in cards]


def _drawn(who: int, drawn: int, round_number: int, card: str, after: Seen) -> list[Event]:
    """A card was drawn; the twelve of the deal are told as one event at its end."""
    if drawn < 2 * DEALT - 1:
        return []
    if drawn == 2 * DEALT - 1:
        if after.seat not in (0, 1):
            return [Event("dealt-hidden", {"round": round_number})]
        hand = cards_in(tuple(after.record.hands[after.seat].tolist()))
        return [Event("dealt", {"who": after.seat, "round": round_number, "cards": _keys(hand)})]
    if card == "?":
        return [Event("drew-hidden", {"who": who})]
    return [Event("drew", {"who": who, "card": f"#card.{card}"})]


@functools.lru_cache(KEPT)
def _played(who: int, kind: str, cards: tuple[str, ...]) -> Event:
    """An action marker was used, with cards that may be hidden; the same in every match, and kept."""
    if "?" in cards:
        return Event(f"{kind}-hidden", {"who": who})
    if kind == "competition":
        return Event(kind, {"who": who, "first": _keys(cards[:2]), "second": _keys(cards[2:])})
    return Event(kind, {"who": who, "cards": _keys(cards)})


def _answered(who: int, shown: list[list[str]], cards: Sequence[str], pair: int | None) -> Event:
    """An offer was answered: what the chooser took and what was left for the other."""
    if pair is None:
        left = list(shown[0])
        left.remove(cards[0])
        taken = list(cards)
    else:
        taken, left = shown[pair], shown[1 - pair]
    return Event("took", {"who": who, "rival": 1 - who, "cards": _keys(taken), "left": _keys(left)})


def _scored(b: Any, a: Any) -> list[Event]:
    """A round ended: the secrets, which favours moved, the standing, and either the end or the next round."""
    told = [Event("revealed", {"who": p, "card": f"#card.{ITEMS[a.shown_secret[p]]}"}) for p in range(2)]
    favours, earlier = a.favour.tolist(), b.favour.tolist()
    for p in range(2):
        won = [ITEMS[g] for g in range(GEISHAS) if favours[g] == p != earlier[g]]
        if won:
            told.append(Event("favours", {"who": p, "geishas": [f"#geisha.{item}" for item in won]}))
    for p in range(2):
        told.append(Event("standing", {"who": p, "geishas": int(geishas_of(a, p)), "points": int(points_of(a, p))}))
    if a.phase != FINISHED:
        told.append(Event("starts", {"who": int(a.starter), "round": int(a.round_number)}))
    elif a.winner < 0:
        told.append(Event("drawn", {}))
    else:
        told.append(Event("won", {"who": int(a.winner), "reason": REASONS[a.reason]}))
    return told
