"""A list below a record that is to be read."""

from __future__ import annotations

from dataclasses import dataclass

AGAIN = "/again"
"""What the token of a list ends with that is to be read once more by the next load."""
CARRIED = "carried/"
"""What the token of a list begins with that its parent's record is believed to carry."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A parent whose child list is to be read; `token` says for which version of it, or which day.

    carried  whether that version carries the list itself, or says that it is empty
    again    whether the load before read it, too, and did not believe it
    """

    parent_key: str
    token: str
    carried: bool = False
    again: bool = False

    @property
    def is_believed(self) -> bool:
        """Whether what that version carries is taken for the list."""
        return self.token.startswith(CARRIED)
