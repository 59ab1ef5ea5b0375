"""Choosing one of many actions by small steps: the legal actions as a tree of labels.

A game names each action by a path of labels ("Gift — show 3 cards", "fan, tea, tea"), or by several that mean the same.
The person picks one label at a time; a level with a single label is no choice and is skipped, though it still stands in
the question (what is done with the cards that can be picked). What follows a long dash only explains the label.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

EXPLAINS = " — "


def short(label: str) -> str:
    """Give a label without its explanation."""
    return label.partition(EXPLAINS)[0]


@dataclass
class Fork:
    """One point of the tree: where each label leads, a further fork or an action."""

    ways: dict[str, Fork | int] = field(default_factory=dict)


def grow(paths: Iterable[tuple[tuple[str, ...], int]]) -> Fork:
    """Make the tree from each action's path; actions that would read alike are told apart by a number."""
    root = Fork()
    for path, action in paths:
        fork = root
        for label in path[:-1]:
            step = fork.ways.setdefault(label, Fork())
            if isinstance(step, int):
                step = fork.ways[label] = Fork({label: step})
            fork = step
        label = path[-1]
        existing = fork.ways.get(label)
        if isinstance(existing, Fork):
            fork = existing
        again = 2
        while label in fork.ways:
            label, again = f"{path[-1]} ({again})", again + 1
        fork.ways[label] = action
    return root


class Chooser:
    """Where somebody stands in the tree."""

    def __init__(self, root: Fork) -> None:
        self._trail: list[tuple[tuple[str, ...], Fork]] = []
        """Each fork with the labels that led to it from the one before: the one picked, then those without a choice."""
        self.action: int | None = None
        self._enter((), root)

    @property
    def labels(self) -> list[str]:
        """What can be chosen now, in order."""
        return list(self._trail[-1][1].ways)

    @property
    def chosen(self) -> list[str]:
        """The labels chosen so far, with those that were no choice."""
        return [short(label) for labels, _ in self._trail for label in labels]

    @property
    def can_go_back(self) -> bool:
        """Whether a step has been taken that can be taken back."""
        return len(self._trail) > 1

    def pick(self, label: str) -> None:
        """Take one step; `action` is set when it was the last."""
        self._enter((label,), self._trail[-1][1].ways[label])

    def back(self) -> None:
        """Take the last step back."""
        if self.can_go_back:
            self._trail.pop()

    def matching(self, text: str) -> list[str]:
        """Give the labels a typed text can mean: its number, else those that are, begin with or contain it."""
        labels = self.labels
        if text.isdecimal():
            return labels[int(text) - 1 : int(text)] if int(text) else []
        wanted = text.casefold()
        names = {label: short(label).casefold() for label in labels}
        exact = [label for label in labels if names[label] == wanted]
        beginning = [label for label in labels if names[label].startswith(wanted)]
        return exact or beginning or [label for label in labels if wanted in names[label]]

    def _enter(self, labels: tuple[str, ...], way: Fork | int) -> None:
        while isinstance(way, Fork) and len(way.ways) == 1:
            ((label, way),) = way.ways.items()
            labels = (*labels, label)
        if isinstance(way, int):
            self.action = way
        else:
            self._trail.append((labels, way))
