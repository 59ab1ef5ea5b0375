"""What judges Hanamikoji for bots: sense (all of it, named once), foresight and instinct (networks), stride (playouts).

What was learned lies beside them: continuation.csv is made by bench/hanamikoji_table.py, instinct.npy by `ochaya train`
(docs/training.md), rows.npy, outcome.npy and belief.npy by an older trainer (docs/decisions/0010-learned-judgement.md).
"""
