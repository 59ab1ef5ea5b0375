"""What is kept: the database, the one writer in front of it, and a copy of everything.

| file        | holds                                                                  |
| ----------- | ---------------------------------------------------------------------- |
| database.py | the database by its verbs                                              |
| opening.py  | opening it: private, by one server at a time, up to date               |
| rows.py     | the shape of every row that is read back                               |
| columns.py  | columns that may hold anything                                         |
| patience.py | waiting no longer than so many seconds                                 |
| writer.py   | one writer, many matches in one transaction                            |
| leases.py   | who has which table, where several servers share a database            |
| pens.py     | the hands that write: a thread for SQLite, SQLAlchemy for PostgreSQL   |
| tables.py   | the tables of the database                                             |
| migrations/ | how they came to be, step by step (Alembic)                            |
| backup.py   | a copy of everything while the server runs                             |
"""
