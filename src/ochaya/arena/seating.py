"""Who sits where when two bots meet: so that the seat, like the cards, favours neither.

| table           | the seatings played on the same chance outcomes                                            |
| --------------- | ------------------------------------------------------------------------------------------ |
| two seats       | A against B, then B against A                                                              |
| teams           | A's team against B's, each team once A                                                     |
| more seats      | A alone among Bs, once in every seat (so chance gives A one win in as many as there are seats) |
| one seat (solo) | A alone, then B alone; their results are compared                                          |
"""

from __future__ import annotations

from ochaya.core.game import Game, Options

A, B = 0, 1


def seatings(game: Game, options: Options) -> tuple[tuple[int, ...], ...]:
    """List the seatings of one meeting: for each seat, A or B."""
    full = game.complete(options)
    seats = game.seats(full)
    if seats == 1:
        return (A,), (B,)
    teams = game.teams(full) if game.teams is not None else tuple(range(seats))
    return tuple(tuple(A if team == one else B for team in teams) for one in sorted(set(teams)))


def even_share(game: Game, options: Options) -> float:
    """Give the result A would have against an equal: one half, or one in as many as sit at the table."""
    return 0.5 if game.seats(game.complete(options)) == 1 else 1 / len(seatings(game, options))


def result_of_a(shares: list[list[float]], seated: tuple[tuple[int, ...], ...]) -> float:
    """Give A's result of one whole meeting, from 0 to 1: the mean of its shares (solo: how it compares with B's)."""
    if len(seated[0]) == 1:
        return (1 + shares[0][0] - shares[1][0]) / 2
    return sum(max(share for share, who in zip(one, seats, strict=True) if who == A)
               for one, seats in zip(shares, seated, strict=True)) / len(seated)
