"""What judges Hanamikoji for bots: sense (all of it, named once), glance (how the table leans), foresight and instinct
(networks), company (who sits opposite), stride (random steps).

What was learned lies beside them (docs/training.md): continuation.csv is made by bench/hanamikoji_table.py,
instinct.npy and weak.npy by `ochaya train`, outcome.npy and belief.npy by bench/learned/hanamikoji_worlds.py, those of
greedy and uniform by bench/learned/hanamikoji_weak.py, company.npy by bench/learned/company.py.
"""
