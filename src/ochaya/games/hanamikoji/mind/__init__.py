"""What judges Hanamikoji for bots: sense (all of it, named once), foresight and instinct (networks), stride (playouts).

Their numbers lie beside them: continuation.csv is made by bench/hanamikoji_table.py, the others by
bench/hanamikoji_school.
"""
