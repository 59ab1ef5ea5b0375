"""ICU messages: `{who} draws {n, plural, one {# card} other {# cards}}` made into a sentence of one language.

Reading the message is left to pyicumessageformat and choosing the plural form to Babel's CLDR rules; here they meet.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

Node: TypeAlias = str | dict[str, Any]
"""Plain text, or one placeholder as the parser gives it."""

KINDS = (None, "number", "plural", "selectordinal", "select")
"""The kinds of placeholder our texts may use; None is a bare `{name}`."""


class BadMessage(ValueError):
    """A text that is no ICU message, or uses a part of ICU that we do not."""


@functools.cache
def read(message: str) -> tuple[Node, ...]:
    """Take a message apart into texts and placeholders; raises BadMessage."""
    from pyicumessageformat import Parser

    try:
        nodes: list[Node] = Parser({"allow_tags": False}).parse(message)
    except SyntaxError as wrong:
        raise BadMessage(str(wrong)) from None
    return tuple(nodes)


@functools.cache
def _locale(language: str) -> Any:
    from babel import Locale

    return Locale.parse(language)


def plural_form(language: str, n: float, ordinal: bool = False) -> str:
    """Name the plural form that a number takes in a language: one, few, many or other."""
    locale = _locale(language)
    form: str = (locale.ordinal_form if ordinal else locale.plural_form)(n)
    return form


@functools.cache
def plural_forms(language: str, ordinal: bool = False) -> frozenset[str]:
    """Name the forms a complete plural must have: those of the whole numbers below 1000, and `other`."""
    return frozenset(plural_form(language, n, ordinal) for n in range(1000)) | {"other"}


@functools.cache
def known_forms(language: str, ordinal: bool = False) -> frozenset[str]:
    """Name every form that CLDR knows for a language, rare ones such as the French million included."""
    locale = _locale(language)
    return frozenset((locale.ordinal_form if ordinal else locale.plural_form).tags) | {"other"}


def write(message: str, language: str, params: Mapping[str, Any]) -> str:
    """Fill a message with its parameters; one that is missing shows as its own name in braces."""
    return _write(read(message), language, params)


def _write(nodes: Iterable[Node], language: str, params: Mapping[str, Any]) -> str:
    return "".join(node if isinstance(node, str) else _placeholder(node, language, params) for node in nodes)


def _placeholder(node: dict[str, Any], language: str, params: Mapping[str, Any]) -> str:
    name, kind = node["name"], node.get("type")
    if name not in params:
        return "{" + str(name) + "}"
    value = params[name]
    if node.get("hash"):
        return _number(value)
    if kind in ("plural", "selectordinal"):
        exact, n = f"={value}", value - node.get("offset", 0)
        form = exact if exact in node["options"] else plural_form(language, n, kind == "selectordinal")
        chosen = node["options"].get(form, node["options"]["other"])
        return _write(chosen, language, params)
    if kind == "select":
        return _write(node["options"].get(str(value), node["options"]["other"]), language, params)
    if kind not in KINDS:
        raise BadMessage(f"placeholder kind {kind!r}")
    return _number(value) if isinstance(value, int | float) else str(value)


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else f"{value:g}"


def placeholders(nodes: Iterable[Node]) -> Iterable[dict[str, Any]]:
    """Give every placeholder of a message, those inside plurals and selects included; `#` is left out."""
    for node in nodes:
        if isinstance(node, dict) and not node.get("hash"):
            yield node
            for option in node.get("options", {}).values():
                yield from placeholders(option)
