"""Structured log lines, one JSON object each, without secrets.

No cookie, link, key, name, chat text, view or state is ever logged. A table is named by a short digest of its id,
since whoever knows the id may look at the table.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time

logger = logging.getLogger("ochaya.server")


def log(event: str, **facts: str | float | bool | None) -> None:
    """Write one line: an event's name and plain facts."""
    if logger.isEnabledFor(logging.INFO):
        logger.info(json.dumps({"at": round(time.time(), 3), "event": event, **facts}))


def log_failure(event: str, wrong: BaseException) -> None:
    """Write that our own code failed and where; the message of the error is left out, it may carry a state."""
    place, at = "", wrong.__traceback__
    while at is not None:
        place = f"{at.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{at.tb_lineno}"
        at = at.tb_next
    facts = {"at": round(time.time(), 3), "event": event, "kind": type(wrong).__name__, "place": place}
    logger.error(json.dumps(facts))


def short(table_id: str) -> str:
    """Name a table in the log without giving it away."""
    return hashlib.sha256(table_id.encode()).hexdigest()[:8]


def set_up_logs(level: str = "INFO") -> None:
    """Send log lines to standard error."""
    handler: logging.Handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger.handlers[:] = [handler]
    logger.setLevel(level)
    logger.propagate = False
