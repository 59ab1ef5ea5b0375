"""What shows Tea Garden: faces (what is printed), view (JSON), events (what happened), observe and remember (numbers),
terminal."""
