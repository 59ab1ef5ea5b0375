"""Takes networks out of the code: tables of numbers so large that they travel beside the module, with half precision.

Compiled code has its networks as constants. In a module their place is kept and left empty; an entry tells where it
is (`numbers_0`, `numbers_1` …), and whoever starts the module writes the numbers there. A table that half precision
does not hold exactly stays where it is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Halves = npt.NDArray[np.float16]

LARGE = 1 << 17
"""Tables of fewer bytes stay in the code."""
CONSTANT = re.compile(r'^@"?([\w.]+)"? = internal constant \[(\d+) x i8\] c"([^"]*)", align 4$', re.M)
"""How an array of single precision is written; a byte that is no plain letter is a backslash and two digits."""
ESCAPED = re.compile(rb"\\(\\|[0-9A-F]{2})")
"""A backslash itself is two of them."""


def halves_of(letters: str) -> Halves | None:
    """Read a constant's numbers; None where half precision would change one."""
    data = ESCAPED.sub(
        lambda found: found[1] if found[1] == b"\\" else bytes([int(found[1], 16)]), letters.encode("latin-1"))
    numbers = np.frombuffer(data, np.float32)
    with np.errstate(all="ignore"):
        halves = numbers.astype(np.float16)
        return halves if np.array_equal(halves.astype(np.float32), numbers) else None


def take_out(text: str, taken: dict[str, Halves]) -> str:
    """Leave an empty place for each large table of a module's text; notes the tables by their new names in `taken`."""
    placed: set[str] = set()
    for constant in list(CONSTANT.finditer(text)):
        old, size, letters = constant.groups()
        if int(size) < LARGE or (numbers := halves_of(letters)) is None:
            continue
        name = f"ochaya_numbers_{hashlib.sha256(letters.encode()).hexdigest()[:16]}"  # one place for all readers
        taken[name] = numbers
        place = "" if name in placed else f"@{name} = weak global [{size} x i8] zeroinitializer, align 16"
        placed.add(name)
        text = text.replace(constant[0], place)
        text = re.sub(rf'@"?{re.escape(old)}"?(?![\w.])', f"@{name}", text)
    return text


def tellers(taken: Mapping[str, Halves]) -> dict[str, str]:
    """Write for each table, in order, a function that tells where its place is: [entry, its text]."""
    return {
        f"numbers_{at}":
            f"@{name} = external global [{4 * numbers.size} x i8]\n"
            f"define i32 @ochaya_numbers_{at}() {{\n  ret i32 ptrtoint (ptr @{name} to i32)\n}}\n"
        for at, (name, numbers) in enumerate(taken.items())
    }
