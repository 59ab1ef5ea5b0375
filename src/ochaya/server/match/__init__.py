"""One match and its rules of play, without waiting, storing or sending: what may happen next, and what then.

| file        | holds                                                                  |
| ----------- | ---------------------------------------------------------------------- |
| match.py    | the match: checks, what happens next, restoring from the log           |
| clock.py    | how much time everybody has left                                       |
| takeback.py | how far back a seat may go without having learnt anything since        |
| offers.py   | what is offered at the table and who has agreed                        |
"""
