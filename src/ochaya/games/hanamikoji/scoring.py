"""§5–§6 Scoring: who has whose favour, and who has won."""

from __future__ import annotations

from ochaya.core.game import Shares
from ochaya.core.jit import rule
from ochaya.games.hanamikoji.pieces import CHARM, GEISHAS, GEISHAS_TO_WIN, POINTS_TO_WIN
from ochaya.games.hanamikoji.state import BY_GEISHAS, BY_LIMIT, BY_POINTS, DRAWN_MATCH, FINISHED, State


@rule
def score_round(s: State) -> None:
    """§5 Reveal both secrets, move the favour markers, then see whether somebody has won."""
    reveal_secrets(s)
    move_favours(s)
    judge(s)


@rule
def reveal_secrets(s: State) -> None:
    """§5.1 Both secrets join their owner's side."""
    for p in range(2):
        for g in range(GEISHAS):
            if s.secret[p, g] > 0:
                s.shown_secret[p] = g
            s.placed[p, g] += s.secret[p, g]
            s.secret[p, g] = 0
            s.shown[p, g] = s.placed[p, g]


@rule
def move_favours(s: State) -> None:
    """§5.2 A geisha favours whoever has more cards of her item; equal numbers leave her marker where it is."""
    for g in range(GEISHAS):
        if s.placed[0, g] > s.placed[1, g]:
            s.favour[g] = 0
        elif s.placed[1, g] > s.placed[0, g]:
            s.favour[g] = 1


@rule
def geishas_of(s: State, seat: int) -> int:
    """§5.3 How many geishas favour this player."""
    count = 0
    for g in range(GEISHAS):
        if s.favour[g] == seat:
            count += 1
    return count


@rule
def points_of(s: State, seat: int) -> int:
    """§5.3 The charm of all geishas who favour this player."""
    points = 0
    for g in range(GEISHAS):
        if s.favour[g] == seat:
            points += CHARM[g]
    return points


# -- §6 The end of the match -----------------------------------------------------------------------------------------


@rule
def judge(s: State) -> None:
    """§6 Eleven points win, else four geishas; at the round limit the better standing wins."""
    for p in range(2):
        if points_of(s, p) >= POINTS_TO_WIN:
            finish(s, p, BY_POINTS)
            return
    for p in range(2):
        if geishas_of(s, p) >= GEISHAS_TO_WIN:
            finish(s, p, BY_GEISHAS)
            return
    if s.round_number >= s.round_limit:
        judge_at_limit(s)


@rule
def judge_at_limit(s: State) -> None:
    """§6.4 More points win (or, by option, more geishas first); complete equality is a draw."""
    lead = points_of(s, 0) - points_of(s, 1)
    if s.geishas_first:
        geishas = geishas_of(s, 0) - geishas_of(s, 1)
        if geishas != 0:
            lead = geishas
    if lead == 0:
        finish(s, -1, DRAWN_MATCH)
    else:
        finish(s, 0 if lead > 0 else 1, BY_LIMIT)


@rule
def finish(s: State, winner: int, reason: int) -> None:
    """§6 End the match."""
    s.phase = FINISHED
    s.winner = winner
    s.reason = reason


@rule
def score(s: State, out: Shares) -> None:
    """§6 The winner's share is 1; a draw gives each half."""
    for p in range(2):
        out[p] = 0.5 if s.winner < 0 else 0.0
    if s.winner >= 0:
        out[s.winner] = 1.0
