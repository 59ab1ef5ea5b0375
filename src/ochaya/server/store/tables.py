"""The database's tables. `entries` is append-only: a match is what its entries say."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, MetaData, SmallInteger, String, Table, Text, false

from ochaya.server.store.columns import Blob, Flag, Plain

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
    Column("options", Plain, nullable=False),
    Column("clock", Plain, nullable=False),
    Column("is_public", Flag, nullable=False),
    Column("is_friendly", Flag, nullable=False),
    Column("deal_key", Blob(32), nullable=False),  # the dealer's key: published when the match is over
    Column("status", String(10), nullable=False),  # open, playing, over, closed
    Column("result", Plain(none_as_null=True)),
    Column("invite", String(64), nullable=False, unique=True),
    Column("watch", String(64), nullable=False, unique=True),
    Column("next_table", String(32)),
    Column("made_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Column("is_lesson", Flag, nullable=False, server_default=false()),
    Column("is_kept", Flag, nullable=False, server_default=false()),  # all its pages are there
    Column("deal", SmallInteger, nullable=False, server_default="1"),  # 2: made by all who play (core/dealing.py)
    Column("draws_seats", Flag, nullable=False, server_default=false()),  # who sits where is drawn when it begins
    Column("seating", Plain(none_as_null=True)),  # the seat each chair was given
    Column("promise", String(64)),  # the number of the promise whose key this is: each is used once
    Index("matches_by_promise", "promise", unique=True),
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
    Column("is_put_away", Flag, nullable=False, server_default=false()),  # left out of its guest's list
    Column("contribution", Blob(32)),  # of its device to the deal: random bytes; without, the house adds its own
    Index("seats_by_guest", "guest"),
)

entries = Table(
    "entries", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True),  # counted from 1
    Column("kind", String(12), nullable=False),  # step, takeback, resign, late, draw, hand_over, hint, resume
    Column("actor", SmallInteger, nullable=False),  # a seat, or CHANCE
    Column("action", Integer),
    Column("data", Plain(none_as_null=True)),
    Column("at", Float, nullable=False),
    Column("digest", Blob(8), nullable=False),  # of the state after this entry
    Column("fence", Integer, nullable=False, server_default="0"),  # of its owner's lease; 0: the one server there is
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
    Column("seats", Plain, nullable=False),
    Column("good_until", Float, nullable=False),
    Column("is_used", Flag, nullable=False),
)

reviews = Table(
    "reviews", metadata,
    Column("table_id", String(32), primary_key=True),
    Column("review", Blob, nullable=False),
)

pages = Table(
    "pages", metadata,  # finished matches as they were shown by the rules of their time
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),  # -1: the steps, the record; from 0 on: the pictures
    Column("page", Blob, nullable=False),
)

pulse = Table(
    "pulse", metadata,  # one row, written to see whether writing works
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)

servers = Table(
    "servers", metadata,  # only where several share a house
    Column("id", String(16), primary_key=True),
    Column("alive_until", Float, nullable=False),  # by the database's clock
)

owners = Table(
    "owners", metadata,  # which server has a table
    Column("table_id", String(32), primary_key=True),
    Column("server", String(16), nullable=False),
    Column("fence", Integer, nullable=False),  # rises with every change: who was owner before can write no more
    Index("owners_by_server", "server"),
)
