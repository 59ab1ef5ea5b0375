"""Deals made by all who play: what each device added, who was placed where by lot, promises that were used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add what a deal is made from; matches from before were dealt under the house's key alone."""
    op.add_column("matches", sa.Column("deal", sa.SmallInteger, nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("draws_seats", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("seating", sa.JSON, nullable=True))
    op.add_column("matches", sa.Column("promise", sa.String(64), nullable=True))
    op.create_index("matches_by_promise", "matches", ["promise"], unique=True)
    op.add_column("seats", sa.Column("contribution", sa.LargeBinary(32), nullable=True))
