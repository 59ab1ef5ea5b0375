"""What time it is: seconds since 1970 that only ever go on.

Clocks of matches, lateness and good-until dates must not move because somebody sets the machine's clock: it is asked
once, when the server starts, and from there on time passes as the processor counts it.
"""

from __future__ import annotations

import time

_begun = time.time() - time.monotonic()


def now() -> float:
    """Give the time; it never goes back and never jumps."""
    return _begun + time.monotonic()
