"""Events as sentences: what one viewer is told has happened, in that viewer's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ochaya.cli.texts import Texts

if TYPE_CHECKING:
    from ochaya.core.game import Event

SEATS = ("who", "rival")
"""Parameters that are seats and are told by name."""
YOU = {"yes": "who", "rival": "rival"}
"""What `you` says in a message when the viewer is that seat of the event; "other" when neither is."""


def sentence(texts: Texts, event: Event, viewer: int, names: Sequence[str]) -> str:
    """Tell one event; `you` is "yes" in the message when the viewer did it, "rival" when it was done to the viewer."""
    params: dict[str, Any] = dict(event.data)
    params["you"] = next((said for said, seat in YOU.items() if event.data.get(seat) == viewer), "other")
    for name in SEATS:
        if isinstance(params.get(name), int):
            params[name] = names[params[name]]
    return texts.say(f"event.{event.kind}", **params)
