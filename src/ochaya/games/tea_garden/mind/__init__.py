"""What judges Tea Garden for bots: sense (what a position is worth), promise (what to try first)."""
