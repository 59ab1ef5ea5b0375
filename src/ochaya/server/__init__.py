"""Matches over the network: they lose nothing and show nothing.

Each room knows only the rooms below it (checked by `make check`):

| room          | holds                                                                |
| ------------- | -------------------------------------------------------------------- |
| web/          | HTTP, the browser client, running it                                 |
| sockets/      | a socket message: off the wire, checked, answered                    |
| house/ study/ | all tables and their guests; hints, review and replay                |
| table/        | a table with people: inbox, outbox, seats, offers, chat              |
| store/        | the database and its one writer                                      |
| match/ minds/ | one match and its rules of play; bots and compiling                  |
| bus/          | what servers and thinkers say to each other, where there are several |
| protocol/     | what is said between server and client, as plain data                |

Beneath them all: settings.py, limits.py (how fast is too fast), refusal.py (saying no), logs.py, metrics.py,
traces.py. The built browser client lies in static/. docs/server.md tells how it works together.
"""
