"""What servers and thinkers say to each other, where there are several: NATS, and the forms that travel on it.

| file     | holds                                                                                  |
| -------- | -------------------------------------------------------------------------------------- |
| forms.py | everything that travels, in MessagePack                                                |
| bus.py   | NATS by its verbs: tell, ask, listen; losing it and finding it again                   |
| post.py  | the post between two servers: numbered batches, in order or not at all                 |
"""
