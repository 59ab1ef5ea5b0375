"""Events as sentences: what one viewer is told has happened, in that viewer's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ochaya.cli.texts import Texts

if TYPE_CHECKING:
    from ochaya.core.game import Event

SEATS = ("who", "rival")
"""Parameters that are seats and are told by name."""


def sentence(texts: Texts, event: Event, viewer: int, names: Sequence[str]) -> str:
    """Tell one event; `you` is "yes" in the message when the viewer did it."""
    params: dict[str, Any] = dict(event.data)
    params["you"] = "yes" if event.data.get("who") == viewer else "other"
    for name in SEATS:
        if isinstance(params.get(name), int):
            params[name] = names[params[name]]
    return texts.say(f"event.{event.kind}", **params)
