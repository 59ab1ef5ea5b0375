"""The games for learners: batches at native speed, and thin adapters to Gymnasium, PettingZoo and OpenSpiel."""

from ochaya.envs.batch import Batch, new_batch
from ochaya.envs.vector import VectorEnv

__all__ = ["Batch", "VectorEnv", "new_batch"]
