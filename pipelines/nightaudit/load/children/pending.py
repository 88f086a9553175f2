"""The parent of a child list that is to be read."""

from __future__ import annotations

from dataclasses import dataclass

AGAIN = "/again"
"""Suffix of the token of a list of which the next load has to confirm that it has no rows."""
DOUBTED = "/doubted"
"""Suffix of the token of a list with rows that was not proven complete: the next load reads it once more."""
UNPROVEN = "/unproven"
"""Suffix of the token of a list that was read twice, and neither time proven complete: it is not read again for that alone."""
CARRIED = "carried/"
"""Prefix of the token of a list that the parent's record is believed to embed."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A parent whose child list is to be read.

    token    the version of the parent, or the day, that the list is read for
    carried  whether that version of the parent embeds the list, or states that the list is empty
    again    whether the load before found no rows of the list, and did not believe that
    doubted  whether the load before read rows of the list, and did not prove it complete
    waits    whether the list was read for that version of the parent, or asked for in vain
    """

    parent_key: str
    token: str
    carried: bool = False
    again: bool = False
    doubted: bool = False
    waits: bool = False

    @property
    def is_believed(self) -> bool:
        """Whether what that version carries is taken for the list."""
        return self.token.startswith(CARRIED)
