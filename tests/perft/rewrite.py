"""Count all perft files again, or those of the named games; review the difference before committing.

    python -m tests.perft.rewrite [GAME …]
"""

from __future__ import annotations

import sys

from ochaya.games import NAMES
from ochaya.games import game as find
from tests.perft.counting import FOLDER, counted

HEAD = """\
# Leaf counts: setup, steps played of the match with seed "perft <setup>", depth, leaves.
# `python -m tests.perft.rewrite` counts them again.
"""

if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        lines = [str(count) for count in counted(find(name))]
        (FOLDER / f"{name}.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8", newline="\n")
        print(f"counted {name}: {len(lines)} lines")
