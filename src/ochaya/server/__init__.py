"""Matches over the network: they lose nothing and show nothing."""
