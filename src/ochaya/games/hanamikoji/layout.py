"""Which numbers of the observation mean what: (name, shape, what it is), in the order in which `observe` writes."""

from ochaya.games.hanamikoji.pieces import GEISHAS
from ochaya.games.hanamikoji.state import FINISHED

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
)
