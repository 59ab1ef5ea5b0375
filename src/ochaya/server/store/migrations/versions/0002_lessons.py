"""Lessons, and unfinished matches put away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what a table is and what its players want to see of it."""
    op.add_column("matches", sa.Column("is_lesson", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("is_put_away", sa.Boolean, nullable=False, server_default=sa.false()))
