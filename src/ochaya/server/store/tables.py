"""The database's tables. `entries` is append-only: a match is what its entries say."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

metadata = MetaData()

guests = Table(
    "guests", metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("made_at", Float, nullable=False),
)

matches = Table(
    "matches", metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("game_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("is_friendly", Boolean, nullable=False),
    Column("deal_key", LargeBinary(32), nullable=False),  # the dealer's key: published when the match is over
    Column("status", String(10), nullable=False),  # open, playing, over, closed
    Column("result", JSON(none_as_null=True)),
    Column("invite", String(64), nullable=False, unique=True),
    Column("watch", String(64), nullable=False, unique=True),
    Column("next_table", String(32)),
    Column("made_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("matches_by_status", "status", "changed_at"),
)

seats = Table(
    "seats", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(10), nullable=False),  # person, bot, open
    Column("guest", String(32)),
    Column("name", String(24)),
    Column("level", String(20)),
    Index("seats_by_guest", "guest"),
)

entries = Table(
    "entries", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True),  # counted from 1
    Column("kind", String(12), nullable=False),  # step, takeback, resign, late, draw, hand_over, hint, resume
    Column("actor", SmallInteger, nullable=False),  # a seat, or CHANCE
    Column("action", Integer),
    Column("data", JSON(none_as_null=True)),
    Column("at", Float, nullable=False),
    Column("digest", LargeBinary(8), nullable=False),  # of the state after this entry
)

chat = Table(
    "chat", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("name", String(24), nullable=False),
    Column("seat", SmallInteger),
    Column("text", Text, nullable=False),
)

carries = Table(
    "carries", metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the secret part of the link
    Column("table_id", String(32), nullable=False),
    Column("guest", String(32), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("good_until", Float, nullable=False),
    Column("is_used", Boolean, nullable=False),
)

reviews = Table(
    "reviews", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("review", LargeBinary, nullable=False),
)
