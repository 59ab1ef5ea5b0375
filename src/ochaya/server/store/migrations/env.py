"""Alembic's entry: the server hands over its own connection."""

from __future__ import annotations

from alembic import context

from ochaya.server.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
