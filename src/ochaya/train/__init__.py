"""Learning by playing, written once over the contract: docs/training.md.

| file or room | holds                                                                                              |
| ------------ | -------------------------------------------------------------------------------------------------- |
| recipes.py   | what is learned and how, one small file a game in recipes/                                          |
| learner.py   | what a learner is                                                                                  |
| afterstates/ | the value of what an action leaves behind, by differences in time; NumPy and compiled rules alone    |
| policy/      | a policy by proximal policy optimisation, actions through their parts; PyTorch (`ochaya[train]`)     |
| judge/       | an outlook on open worlds, from matches that a policy plays; PyTorch                                 |
| shards.py    | a round cut into shards, and who plays them                                                         |
| over_ray.py  | shards played on all machines of a Ray cluster (`ochaya[cluster]`)                                   |
| run.py       | a run: clock, progress, checkpoints, resuming                                                       |
| curve.py     | the learning curve as a picture                                                                    |
| card.py      | what is worth knowing about what was learned                                                        |
| begin.py     | a run set up from what somebody asks for: self-play, or a best response to a frozen bot             |
"""
