"""The house's own verdict is asked as a person asks for it: `ochaya verify`."""

from tests.cli.conftest import ochaya

__all__ = ["ochaya"]
