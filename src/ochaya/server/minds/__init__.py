"""What is worked out in other processes: what bots think, and the compiling of games.

| file         | holds                                                                  |
| ------------ | ---------------------------------------------------------------------- |
| thinking.py  | the seam to the bots: Seen in, action out                              |
| thinkers.py  | who thinks: processes beside this server, or thinkers on the bus       |
| thinker.py   | a thinker on any machine                                               |
| turns.py     | who thinks next                                                        |
| readiness.py | which games are ready; what somebody waits for comes first              |
| warming.py   | compiling a game in a process beside the server                        |
"""
