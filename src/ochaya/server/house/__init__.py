"""All tables of this server and the guests who come to them.

| file      | holds                                                                    |
| --------- | ------------------------------------------------------------------------ |
| house.py  | laying tables, finding them, going on after a restart                    |
| reading.py | reading a table back, checked as if it came from outside                 |
| kept.py    | tables whose rules are not here any more                                 |
| cluster.py | one of several servers: living, taking tables, letting go of them       |
| news.py    | what all servers tell each other                                         |
| lobby.py   | laying a table as chosen, sitting down, leaving                          |
| lists.py   | the lists of tables                                                      |
| keeping.py | how long things are kept, and clearing them away                         |
| links.py  | invitations, watching, carrying a seat to another browser                |
| guests.py | a signed cookie and a name                                               |
"""
