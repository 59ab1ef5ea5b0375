"""The way of a socket message: off the wire, checked, answered at the table.

| file       | holds                                                                    |
| ---------- | ------------------------------------------------------------------------ |
| wire.py    | the socket itself: what is said in one turn goes out in one write        |
| deflate.py | long messages are sent compressed                                        |
| caller.py  | who calls: headers, address, origin                                      |
| visit.py   | one socket's stay at a table: the handshake, then message by message     |
| relay.py   | sockets at one server, tables at another                                 |
| desk.py    | what is done with each message, and who may say it                       |
"""
