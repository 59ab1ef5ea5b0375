"""The kinds of wrong, each with a text key and parameters, so that every face can say it in its own language."""

from __future__ import annotations

from typing import Any


class Wrong(Exception):
    """Base of all: `key` names the text (`error.<key>` in locales), `details` are its parameters."""

    def __init__(self, key: str, /, **details: Any) -> None:
        super().__init__(key, details)
        self.key = key
        self.details = details

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        return f"{self.key}({told})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.key, self.details)


def _again(kind: type[Wrong], key: str, details: dict[str, Any]) -> Wrong:
    """Rebuild an error that came from another process."""
    return kind(key, **details)


class UnknownGame(Wrong):
    """No game of that name is in the register."""


class BadOptions(Wrong):
    """An option or one of its values does not exist."""


class UnreadableAction(Wrong):
    """The text is no action at all."""


class IllegalAction(Wrong):
    """The action exists but is not allowed now."""


class NotYourTurn(Wrong):
    """Somebody else must act."""


class StaleAction(Wrong):
    """The action answers a moment that has passed."""


class BadRecord(Wrong):
    """A saved match cannot be read: `line`, what was expected and what was found are among the details."""
