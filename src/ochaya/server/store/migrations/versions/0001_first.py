"""The first shape: guests, matches, seats, entries, chat, carries, reviews."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("game_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("is_friendly", sa.Boolean, nullable=False),
        sa.Column("deal_key", sa.LargeBinary(32), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("result", sa.JSON),
        sa.Column("invite", sa.String(64), nullable=False, unique=True),
        sa.Column("watch", sa.String(64), nullable=False, unique=True),
        sa.Column("next_table", sa.String(32)),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
    )
    op.create_index("matches_by_status", "matches", ["status", "changed_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("name", sa.String(24)),
        sa.Column("level", sa.String(20)),
    )
    op.create_index("seats_by_guest", "seats", ["guest"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("actor", sa.SmallInteger, nullable=False),
        sa.Column("action", sa.Integer),
        sa.Column("data", sa.JSON),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("digest", sa.LargeBinary(8), nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "carries",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("good_until", sa.Float, nullable=False),
        sa.Column("is_used", sa.Boolean, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("review", sa.LargeBinary, nullable=False),
    )
