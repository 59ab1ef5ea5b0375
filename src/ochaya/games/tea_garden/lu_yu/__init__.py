"""Lu Yu, the opponent for one (§14): cards (what is printed on them), deck (their order), play (his turn)."""
