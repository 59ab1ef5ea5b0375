"""What judges Geisha's Road for bots: sense (all of it, named once), leaning (its arithmetic), stride (playouts)."""
