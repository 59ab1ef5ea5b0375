"""Finished matches kept as they are shown, so that they outlive their rules; a pulse, to see that writing works."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the pages of finished matches and the pulse."""
    op.add_column("matches", sa.Column("is_kept", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "pages",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("page", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
