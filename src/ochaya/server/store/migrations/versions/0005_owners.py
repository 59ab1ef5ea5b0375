"""Several servers on one database: who is there, who has which table, and under which fence each entry was written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add servers, owners and fences; entries from before were written by the one server there was."""
    op.add_column("entries", sa.Column("fence", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "servers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("alive_until", sa.Float, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("fence", sa.Integer, nullable=False),
    )
    op.create_index("owners_by_server", "owners", ["server"])
