"""Which numbers of the observation mean what: (name, shape, what it is), in the order in which `observe` writes."""

from math import prod

from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import FINISHED

EARLIER = {"last_": "the round before", "older_": "the round before that"}

LAYOUT = (
    ("own_hand", (GEISHAS,), "own hand, cards per geisha"),
    ("own_secret", (GEISHAS,), "own secret"),
    ("own_discards", (GEISHAS,), "own discards"),
    ("own_placed", (GEISHAS,), "placed on the own side"),
    ("rival_placed", (GEISHAS,), "placed on the rival's side"),
    ("offer", (2, GEISHAS), "the offer: a gift, or a competition's first and second pair"),
    ("unseen", (GEISHAS,), "cards not seen"),
    ("favours", (2, GEISHAS), "favours: own, rival's"),
    ("used", (2, 4), "used markers: own, rival's"),
    ("hand_sizes", (2,), "own hand size, rival's hand size"),
    ("undrawn", (1,), "cards still to be drawn"),
    ("phase", (FINISHED + 1,), "phase, one of six"),
    ("own_turn", (1,), "whether it is one's turn"),
    ("own_start", (1,), "whether one began the round"),
    ("round", (1,), "round number"),
    ("round_limit", (1,), "round limit; 0: none"),
    ("geishas_first", (1,), "whether geishas count before points in a tie"),
    ("turns", (2, 4), "on which turn of the round, 1 to 8, each marker was used, 0: not yet: own, rival's"),
    ("own_offers", (2, 2, GEISHAS), "own offers once answered: the gift, what the rival took and what one kept; the "
                                    "competition likewise"),
    ("rival_offers", (2, 2, GEISHAS), "the rival's offers once answered: what one took and what the rival kept"),
    ("last_round", (2, GEISHAS), "cards on each side when the last round was scored, secrets included: own, rival's"),
    ("last_secrets", (2,), "and which card the secret was, its place + 1, 0 in the first round: own, rival's"),
    ("own_draws", (4,), "the card drawn on each own turn of the round, its place + 1, 0: not yet"),
    *(piece for ago in EARLIER for piece in (
        (f"{ago}turns", (2, 4), f"of {EARLIER[ago]}: on which turn each marker was used: own, rival's"),
        (f"{ago}own_offers", (2, 2, GEISHAS), f"of {EARLIER[ago]}: own offers as above"),
        (f"{ago}rival_offers", (2, 2, GEISHAS), f"of {EARLIER[ago]}: the rival's offers as above"),
        (f"{ago}kept_secret", (2, GEISHAS), f"of {EARLIER[ago]}: which card the secret was: own, rival's"),
    )),
)

ONE_ROUND = sum(prod(shape) for _, shape, _ in LAYOUT[: [name for name, _, _ in LAYOUT].index("last_turns")])
"""So many numbers, the first, tell of this round and of the account with which it began."""
