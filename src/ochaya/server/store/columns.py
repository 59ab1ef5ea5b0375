"""Columns that may hold anything: what does not belong there is handed on as it is, for `rows.py` to refuse.

SQLite keeps whatever was put into a column, and SQLAlchemy's own types fail on it while rows are being fetched: one bad
row would hide all the good ones beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import JSON, Boolean, Dialect, LargeBinary, TypeDecorator


class Unreadable:
    """Stands in a row where there is nothing that can be read."""


UNREADABLE = Unreadable()


class Flag(Boolean):
    """Yes or no, 1 or 0."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """Read what the database gives."""
        return lambda value: bool(value) if type(value) in (int, bool) and value in (0, 1) else value


class Blob(LargeBinary):
    """Bytes."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """Read what the database gives: `bytes(number)` would be that many zeros."""
        return lambda value: bytes(value) if isinstance(value, bytes | memoryview) else value


class Plain(TypeDecorator[Any]):
    """Plain data as JSON."""

    impl = JSON
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """Read what the database gives, as its own JSON type would."""
        read_json = self.impl_instance.dialect_impl(dialect).result_processor(dialect, coltype)

        def read(value: Any) -> Any:
            try:
                return read_json(value) if read_json else value
            except (ValueError, TypeError, RecursionError):
                return UNREADABLE

        return read
