"""What every game shares: the contract, the record, compiling, chance, secrecy and the log. No I/O, no game."""
