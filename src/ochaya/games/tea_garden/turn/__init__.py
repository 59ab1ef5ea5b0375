"""What a player does in a turn: leaves, effects, sides, mains, frees (§4-§10), and the court of Pu-erh (§13)."""
