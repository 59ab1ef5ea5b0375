"""Learning how a whole world will end for each seat when a learned policy plays it on (PyTorch)."""
