"""Shortens for people long lists: of problems to the first ones and one of each kind, of ids to the first ones."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_KINDS = 15
MOST_IDS = 5
VARIES = re.compile(r"""'.*?'|".*?"|(?<!\S)(?<!answered )\S*[0-9]\S*""")
"""What differs between problems of one kind: quoted texts, and words with digits, such as rows, records, amounts and dates.

The status that the service answered does not differ.
"""


def few(ids: Sequence[str]) -> str:
    """Return ids with commas between them; of more than MOST_IDS the first ones, and the number of the others."""
    more = f" and {len(ids) - MOST_IDS:,} more" if len(ids) > MOST_IDS else ""
    return ", ".join(ids[:MOST_IDS]) + more


def shortened(lines: Sequence[str], most: int, see: str = "") -> list[str]:
    """Return the lines; of more than `most` the first ones, then for each kind its number and its first line.

    see  what to do to see all lines, "" where nothing shows them
    """
    if len(lines) <= most:
        return [*lines]
    kinds = Counter(VARIES.sub("", line) for line in lines)
    first = {VARIES.sub("", line): line for line in reversed(lines)}
    shown = [f"{count:,} x {first[kind]}" for kind, count in kinds.most_common(MOST_KINDS)]
    if len(kinds) > MOST_KINDS:
        shown.append(f"and {len(kinds) - MOST_KINDS:,} other kinds")
    return [
        *lines[:most],
        f"and {len(lines) - most:,} more{see}; all {len(lines):,} by kind, with the first of each:",
        *shown,
    ]
