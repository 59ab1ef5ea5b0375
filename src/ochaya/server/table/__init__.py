"""A table with people: who sits, who is here, what they ask of each other, and what each of them is told.

| file          | holds                                                                |
| ------------- | -------------------------------------------------------------------- |
| room.py       | the table: match, seats, presence, commit, bots' turns, timers       |
| host.py       | what a table needs of the house it stands in                         |
| sitting.py    | who sits where                                                       |
| connection.py | one open socket: who is behind it and which seat it looks through    |
| inbox.py      | one match, one inbox: one thing after another                        |
| outbox.py     | the only way out for game data: everything made from a Seen          |
| actions.py    | actions as JSON                                                      |
| chat.py       | short chat, and names fit to be shown                                |
| asking.py     | asking the others and answering                                      |
| leavers.py    | resigning, being late, handing a seat to a bot, claiming             |
| rematch.py    | once more, with seats turned                                         |
"""
