"""Which numbers of the observation mean what: (name, shape, what it is), in the order in which `observe` writes."""

from ochaya.games.ingenious.board import SPACES
from ochaya.games.ingenious.pieces import COLOURS, KINDS
from ochaya.games.ingenious.state import SEATS

LAYOUT = (
    ("board", (SPACES, COLOURS + 1), "each space: one of six colours, or free; all 0 outside the zone"),
    ("own_rack", (KINDS,), "own rack, tiles of each kind / 6"),
    ("unseen", (KINDS,), "tiles not seen (bag and hidden racks) / 6"),
    ("aside", (KINDS,), "tiles put aside / 6"),
    ("markers", (SEATS, COLOURS), "markers, own seat first, then clockwise: value / 36; duel: own side's position / 9"),
    ("tokens", (2, COLOURS), "duel tokens: own, other's"),
    ("held", (SEATS,), "tiles on each rack / 6"),
    ("started", (SEATS,), "first tile placed"),
    ("turn", (SEATS,), "on turn"),
    ("touched", (COLOURS,), "printed symbols touched"),
    ("phase", (7,), "phase"),
    ("mode", (4,), "mode: standard, solo, team, duel"),
    ("seats", (SEATS,), "number of seats"),
    ("bonus", (1,), "bonus moves due / 6"),
    ("room", (1,), "free pairs / 462"),
    ("order", (SPACES,), "for each space: as which of the match its tile was placed / 81"),
    ("placer", (SPACES,), "for each space: who placed its tile, 1 for oneself, then clockwise / 4"),
    ("put_back", (KINDS,), "tiles that the latest exchange put back and that one has surely not met since / 6"),
    ("older", (SEATS,), "tiles of each rack that were surely drawn before that / 6"),
    ("shown", (SEATS, KINDS), "tiles that each seat showed in its latest exchange / 6"),
    ("shown_at", (SEATS,), "after how many placed tiles that was / 81"),
    ("kept", (2,), "duel: tiles that were surely kept in it: on the own rack, the other's / 6"),
    ("kept_without", (2, COLOURS), "and which colours those do not show"),
    ("talk", (1,), "teams: whether talk is open"),
)
