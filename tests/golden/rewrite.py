"""Write all golden matches again, or those of the named games (`make golden`); review the difference before committing.

    python -m tests.golden.rewrite [GAME …]
"""

from __future__ import annotations

import sys

from tests.golden.writing import file_of, written
from tests.support import cases


def main(names: list[str]) -> int:
    """Rewrite files that differ, and say which."""
    known = {case.game.name for case in cases()}
    if unknown := set(names) - known:
        print(f"no game {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    for case in cases():
        if names and case.game.name not in names:
            continue
        file, text = file_of(case), written(case)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"rewrote {case}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
