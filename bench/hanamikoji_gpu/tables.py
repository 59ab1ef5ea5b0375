# ruff: noqa
"""Writes tables.h and moved.npy for play.cu: the game's own tables, without needing its compiler."""
import sys
from itertools import permutations, product
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "src"))
for name in ("numba", "numba.core", "numba.core.event", "llvmlite", "llvmlite.binding", "platformdirs", "msgspec"):
    try:
        __import__(name)
    except ImportError:
        sys.modules[name] = MagicMock()
from ochaya.games.hanamikoji import sense as S
from ochaya.games.hanamikoji.actions import CARDS_OF, FIRST_COMPETITION, FIRST_DISCARD, FIRST_GIFT, FIRST_SECRET, PAIR_OF
from ochaya.games.hanamikoji.pieces import CHARM

G = 7
standing, hands, row = np.zeros((G, 6, 6, 6), int), np.zeros((G, 6, 6), int), 0
for g, c in enumerate(CHARM):
    for a, b, l in product(range(c + 1), repeat=3):
        if a + b + l <= c:
            standing[g, a, b, l] = row
            row += 3
    for a, b in product(range(c + 1), repeat=2):
        if a + b <= c:
            hands[g, a, b] = row
            row += 1
OFFER = row
SECRETS = OFFER + 13 * G
MARK = SECRETS + 2 * G
PHASES = MARK + 256
ROUNDS = PHASES + 6
ROWS = ROUNDS + 7
out = []


def arr(name, a, t):
    a = np.asarray(a)
    cells = ",".join(f"{float(x)!r}f" if t == "float" else str(int(x)) for x in a.ravel())
    out.append(f"__device__ const {t} {name}[{a.size}]={{{cells}}};")


out.append(f"#define NA {len(CARDS_OF)}")
for name, first in (("DISCARD", FIRST_DISCARD), ("GIFT", FIRST_GIFT), ("COMPETITION", FIRST_COMPETITION)):
    out.append(f"#define A_{name} {first - FIRST_SECRET}")
arr("CARDS_OF", CARDS_OF, "signed char")
arr("PAIR_OF", PAIR_OF, "signed char")
arr("TILT", S.TILT, "float")
arr("WORTH", S.WORTH, "float")
arr("STANDING", standing, "short")
arr("HANDS_ROW", hands, "short")
for name, n in (("OFFER", OFFER), ("SECRETS", SECRETS), ("MARKERS", MARK), ("PHASES", PHASES), ("ROUNDS", ROUNDS), ("ROWS", ROWS)):
    out.append(f"#define R_{name} {n}")
(HERE / "tables.h").write_text("\n".join(out) + "\n")
every = []
for twos in permutations(range(3)):
    for threes in permutations((3, 4)):
        to, moved = (*twos, *threes, 5, 6), np.arange(ROWS)
        for g in range(G):
            for a, b, l in product(range(CHARM[g] + 1), repeat=3):
                if a + b + l <= CHARM[g]:
                    moved[standing[g, a, b, l] + np.arange(3)] = standing[to[g], a, b, l] + np.arange(3)
            for a, b in product(range(CHARM[g] + 1), repeat=2):
                if a + b <= CHARM[g]:
                    moved[hands[g, a, b]] = hands[to[g], a, b]
            moved[OFFER + 13 * g + np.arange(13)] = OFFER + 13 * to[g] + np.arange(13)
            moved[SECRETS + g], moved[SECRETS + G + g] = SECRETS + to[g], SECRETS + G + to[g]
        every.append(moved)
np.save(HERE / "moved.npy", np.array(every, np.int16))
