"""Which numbers of the observation mean what: (name, shape, what it is), in the order in which `observe` writes."""

LAYOUT = (
    ("cups", (4,), "every cup from one's own seat on, 1 to 6; 0: none, unknown or no such seat"),
    ("poured", (4,), "who poured, from one's own seat on"),
    ("own_poured", (1,), "the cup poured away oneself; 0: none"),
    ("own_turn", (1,), "whether it is one's turn"),
)
