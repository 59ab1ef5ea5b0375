"""Tree search over the contract; knows no game."""
