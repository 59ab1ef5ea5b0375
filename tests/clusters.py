"""A Ray cluster on this machine, for tests that kill one of its nodes (`make test-ray`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]


@contextmanager
def local_cluster() -> Iterator[Any]:
    """Give a cluster: a head without cores and two nodes with one core each, all on this machine."""
    from ray.cluster_utils import Cluster

    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), "RAY_DISABLE_IMPORT_WARNING": "1"}
    with patch.dict(os.environ, paths):
        found = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
        for _ in range(2):
            found.add_node(num_cpus=1)
        yield found
        found.shutdown()
