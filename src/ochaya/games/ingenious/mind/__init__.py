"""What judges Ingenious for bots: sense (all of it, named once), stride (the fast path for playouts)."""
