"""The server as a web site: HTTP around all the rooms, and running it.

| file        | holds                                                                  |
| ----------- | ---------------------------------------------------------------------- |
| run.py      | running it with uvicorn                                                |
| app.py      | the application put together                                           |
| security.py | the outermost layer: headers, origins, cookies, rates                  |
| forward.py  | requests about tables that another server has                          |
| routes.py   | the HTTP routes                                                        |
| health.py   | whether all is well, and the counters                                  |
| static.py   | the built browser client                                               |
"""
