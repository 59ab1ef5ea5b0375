"""Which numbers of the observation mean what: (name, shape, what it is), in the order in which `observe` writes."""

from ochaya.games.geishas_road.pieces import CARDS, LANTERNS
from ochaya.games.geishas_road.state import FINISHED

LAYOUT = (
    ("own_hand", (CARDS,), "own hand, one number a card"),
    ("own_side", (CARDS,), "cards on the own side"),
    ("rival_side", (CARDS,), "cards on the rival's side"),
    ("own_share", (CARDS,), "own cards still to place"),
    ("rival_share", (CARDS,), "the rival's cards still to place"),
    ("unseen", (CARDS,), "cards not seen"),
    ("own_intrigue", (2, CARDS), "own Intrigue: left, right"),
    ("rival_intrigue", (2, CARDS), "the rival's Intrigue: left, right, where known"),
    ("offer", (4, CARDS), "the offer, slot by slot; the rival's face-down cards are all zero"),
    ("put_back", (2, CARDS), "cards put back into the deck, where known"),
    ("rival_hand", (CARDS,), "the rival's hand: zero, filled only in an unveiled replay"),
    ("face_down", (2, 4), "slots laid face down: by oneself, by the rival"),
    ("deck_size", (1,), "cards in the deck"),
    ("hand_sizes", (2,), "own hand, rival's hand"),
    ("used", (2, 4), "used markers: own, rival's"),
    ("special", (2, 2), "used special markers: own, rival's"),
    ("road", (5, 19), "for each colour: place of the tea house (5), of the pawn (5), returns, guests left, favour "
                      "token left, token own, rival's, two lantern values, guests own, rival's"),
    ("lanterns", (2, LANTERNS), "lantern rows: values as they lie, values of the other sides"),
    ("points", (2, 2), "points: own in rounds 1 and 2, rival's in rounds 1 and 2"),
    ("mode", (3,), "mode: basic, harder, advanced"),
    ("course", (11,), "Destiny, round, turns played, own start, own offer, kind of offer, counter-offers made, tea "
                      "house of tokens asked, symbols, places first, Intrigue cards turned up"),
    ("phase", (FINISHED + 1,), "phase, one of fourteen"),
    ("own_turn", (1,), "whether it is one's turn"),
    ("turns", (2, 4), "on which turn of the round, 1 to 8, each marker was used, 0: not yet: own, rival's"),
    ("special_turns", (2, 2), "the same of the special markers: own, rival's"),
    ("came", (2, CARDS), "for each card on the table: as which of the round it was placed; whether it had lain face "
                         "down (1) or been put in by a counter-offer (2), or both (3)"),
    ("drawn_since", (CARDS,), "own cards drawn since a counter-offer put a card back, in their order"),
    ("put_back_down", (2,), "whether the cards put back had lain face down: 1 by oneself, −1 by the rival"),
    ("replaced", (1,), "the slot that the last counter-offer replaced, + 1"),
    ("taken_at", (5,), "for each colour: after how many placed cards of the round its favour token was taken"),
)
