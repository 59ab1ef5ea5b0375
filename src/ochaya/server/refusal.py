"""Saying no: one exception with a key and parameters, and the HTTP status each key is answered with."""

from __future__ import annotations

from typing import Any

from ochaya.core.errors import Wrong

STATUS = {
    "malformed": 400, "option-value": 400, "option-unknown": 400, "seats-wrong": 400, "no-such-level": 400,
    "bad-name": 400, "bad-text": 400,
    "not-yours": 403, "carried-away": 403, "not-seated": 403, "needs-invitation": 403, "wrong-origin": 403,
    "table-damaged": 410, "outdated": 410, "not-kept": 410,
    "no-such-table": 404, "no-such-game": 404, "no-such-link": 404, "not-found": 404,
    "method-not-allowed": 405, "wrong-host": 421, "too-large": 413, "too-fast": 429,
    "failed": 500, "not-stored": 503, "busy": 503,
}
"""Keys that are not here are about the moment: 409, not now."""


class Refused(Wrong):
    """The server will not do this; nothing was changed."""

    def __init__(self, key: str, /, **details: Any) -> None:
        super().__init__(key, **details)
        self.status = STATUS.get(key, 409)


class Elsewhere(Refused):
    """Another server has this table: whoever can should ask there."""

    def __init__(self, server: str) -> None:
        super().__init__("busy")
        self.server = server


class NotStored(Refused):
    """The database could not keep it, so it has not happened."""

    def __init__(self) -> None:
        super().__init__("not-stored")


class LeaseLost(NotStored):
    """Another server has taken this table over: what this one still holds of it is out of date."""
