# ruff: noqa: E402
"""Writes tables.h, which rounds.cuh needs: the game's own tables, on a machine without our compiler too."""

import sys
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
from ochaya.games.hanamikoji import actions as every
from ochaya.games.hanamikoji.mind import foresight, sense
from ochaya.games.hanamikoji.pieces import CHARM

BEGIN = every.FIRST_SECRET


def constant(name: str, values: object, kind: str) -> str:
    """Write an array that host and device both have."""
    flat = np.asarray(values).ravel()
    cells = ",".join(f"{float(x)!r}f" if kind == "float" else str(int(x)) for x in flat)
    return f"static constexpr {kind} {name}_[{flat.size}] = {{{cells}}};\n" \
           f"#ifdef __CUDACC__\n__device__ const {kind} {name}_device[{flat.size}] = {{{cells}}};\n#endif\n" \
           f"#ifdef __CUDA_ARCH__\n#define {name} {name}_device\n#else\n#define {name} {name}_\n#endif\n"


def main() -> None:
    """Write the header."""
    numbers = {
        "MARKERS_IN_ALL": len(every.CARDS_OF), "FIRST_DISCARD": every.FIRST_DISCARD - BEGIN,
        "FIRST_GIFT": every.FIRST_GIFT - BEGIN, "FIRST_COMPETITION": every.FIRST_COMPETITION - BEGIN,
        "R_OFFERS": foresight.OFFERS, "R_SECRETS": foresight.SECRETS, "R_MARKERS": foresight.MARKERS,
        "R_PHASES": foresight.PHASES, "R_ROUNDS": foresight.ROUNDS, "R_ROWS": foresight.ROWS,
    }
    text = "".join(f"#define {name} {value}\n" for name, value in numbers.items())
    for name, values, kind in (
        ("CHARM", CHARM, "signed char"), ("CARDS_OF", every.CARDS_OF, "signed char"),
        ("PAIR_OF", every.PAIR_OF, "signed char"), ("TILT", sense.TILT, "float"), ("WORTH", sense.WORTH, "float"),
        ("STANDING", foresight.STANDING, "short"), ("HANDS", foresight.HANDS, "short"),
    ):
        text += constant(name, values, kind)
    (HERE / "tables.h").write_text(text)


if __name__ == "__main__":
    main()
