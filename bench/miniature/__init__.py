"""A miniature of Hanamikoji, solved exactly: how far from equilibrium do our players land?

Read in this order: table (what lies open, and every deal of what does not), game (the contract, with the whole game's
own rules), tree (the same for OpenSpiel's solvers), players (whom we measure), __main__ (the command).
"""
