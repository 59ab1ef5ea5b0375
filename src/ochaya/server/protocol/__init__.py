"""What is said between server and client, as plain data that every room speaks; docs/protocol.md tells the story.

| file        | holds                                                                  |
| ----------- | ---------------------------------------------------------------------- |
| shapes.py   | what both the HTTP answers and the socket messages are made of         |
| messages.py | the socket messages, in both directions                                |
| forms.py    | what HTTP requests carry and what they are answered with               |
| schema.py   | all of it as JSON Schema and as the TypeScript of `web/`               |
"""
