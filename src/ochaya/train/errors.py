"""What can be wrong with a wish to train."""

from __future__ import annotations

from ochaya.core.errors import Wrong


class CannotTrain(Wrong):
    """This game, set-up, recipe or file does not serve for training."""
