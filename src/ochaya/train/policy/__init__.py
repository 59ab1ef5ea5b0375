"""Learning a policy by proximal policy optimisation over batches of matches, actions through their parts (PyTorch)."""
