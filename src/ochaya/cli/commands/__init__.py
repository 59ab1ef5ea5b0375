"""One file per command of `ochaya`: arena, bench, games, play, replay, review, serve, verify."""
