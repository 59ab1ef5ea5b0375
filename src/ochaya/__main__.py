"""`python -m ochaya` is the same as the command `ochaya`."""

from ochaya.cli import main

main()
