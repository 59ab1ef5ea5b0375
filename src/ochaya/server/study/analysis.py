"""A finished match for a device that thinks itself: any moment of it, and what might have been from there.

Stateless: a table, a step and a list of actions name a moment. Chance deals as it would have dealt in the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from ochaya.core import dealing
from ochaya.core.game import CHANCE, OVER
from ochaya.core.record import Block
from ochaya.core.secrecy import EVERYONE, seen_action
from ochaya.server.match.match import Match
from ochaya.server.protocol.forms import Decision, Decisions, Moment
from ochaya.server.protocol.shapes import Told
from ochaya.server.refusal import Refused
from ochaya.server.study.replay import require_over
from ochaya.server.table.actions import describe, legal_groups
from ochaya.server.table.outbox import as_text, happened, look
from ochaya.server.table.room import Room

MOST_ACTIONS = 200
"""The longest variation."""
MOST_STEPS = 64
"""Steps whose decisions are given at once."""


def moment_of(room: Room, step: int, actions: Sequence[int], seat: int | None) -> Moment:
    """Play so many steps of a finished match and then these actions; raises Refused where one is not legal."""
    require_over(room)
    match = room.match
    step = min(step, match.length)
    if len(actions) > MOST_ACTIONS or (seat is not None and not 0 <= seat < match.seats):
        raise Refused("malformed")
    block = match.block_at(step)
    chances = match.actors[:step].count(CHANCE)
    done: list[int] = []
    told: list[Told] = []
    while (actor := int(match.game.actor(block[0]))) != OVER:
        legal = match.game.legal_ids(block[0])
        if len(done) < len(actions):
            action = actions[len(done)]
            if action not in legal:
                raise Refused("illegal-action")
        elif actor == CHANCE and actions:
            action = dealing.draw(match.deal_key, chances, *match.game.outcome_odds(block[0]))
        else:
            break
        chances += actor == CHANCE
        told.append(_told(match, block, step + len(done), actor, action))
        done.append(action)
    if len(done) < len(actions):
        raise Refused("illegal-action")
    seat = seat if seat is not None else max(actor, 0)
    own, everything = look(match, block, seat), look(match, block, EVERYONE)
    return Moment(
        step=step, actions=done, steps=told, view=match.game.view(everything), known=match.game.view(own),
        legal=legal_groups(match.game, match.game.legal_ids(block[0])) if actor >= 0 else [], seat=seat,
        seen=as_text(own), truth=as_text(everything),
    )


def _told(match: Match, block: Block, number: int, actor: int, action: int) -> Told:
    """Do an action to the block and tell it with nothing hidden."""
    before = look(match, block, EVERYONE)
    known = seen_action(match.game, before.record, action, EVERYONE)
    match.game.apply(block[0], action)
    events = happened(match.game.events(before, known, look(match, block, EVERYONE)))
    return Told(
        version=number + 1, step=number, actor="chance" if actor == CHANCE else actor,
        action=describe(match.game, known), events=events,
    )


def decisions_of(room: Room, first: int, count: int) -> Decisions:
    """Give what was known at each decision among these steps to the one who took it."""
    require_over(room)
    match = room.match
    found = []
    for number, block in match.walk(min(first, match.length)):
        if number >= first + min(count, MOST_STEPS):
            break
        if (seat := match.actors[number]) >= 0:
            seen = as_text(look(match, block, seat))
            found.append(Decision(step=number, seat=seat, action=match.actions[number], seen=seen))
    return Decisions(decisions=found)
