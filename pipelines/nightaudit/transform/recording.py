"""Notes what dbt sends to the database, and makes a script of it."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from nightaudit.schemas import DATES
from nightaudit.transform.script import Relation, Script, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMENT = re.compile(r"^\s*/\*.*?\*/", re.DOTALL)
PASSED_OVER = ("select", "with", "describe", "from", "drop")  # looks, and removals of what stood in the way
DONE = ("seed", "model", "test")  # kinds of nodes that send statements
UNKNOWN = "unknown"
FRAME = ("BEGIN", "COMMIT")
MENDED_BY = "mended by "  # how the macro `tell_how_to_mend` of the project begins


class Recorder:
    """A callback of dbt's: every statement of a node, in order, and those that would mend what it makes."""

    def __init__(self) -> None:
        self._sent: dict[str, list[str]] = defaultdict(list)
        self._mending: dict[str, list[str]] = defaultdict(list)
        self._lock = threading.Lock()

    def __call__(self, message: Any) -> None:
        """Take note of an event of dbt's."""
        if message.info.name == "SQLQuery":
            sent = COMMENT.sub("", message.data.sql).strip()
            if sent not in FRAME:
                with self._lock:
                    self._sent[message.data.node_info.unique_id].append(sent)
        elif message.info.name == "JinjaLogDebug" and message.data.msg.startswith(MENDED_BY):
            with self._lock:
                self._mending[message.data.node_info.unique_id].append(message.data.msg.removeprefix(MENDED_BY))

    def script(self, results: list[Any]) -> Script:
        """The script of a build that ended well with these results."""
        nodes = {result.node.unique_id: result.node for result in results}
        return Script([self._step(node, nodes) for node in nodes.values() if node.resource_type in DONE])

    def _step(self, node: Any, nodes: dict[str, Any]) -> Step:
        kind, sent = str(node.resource_type), self._sent[node.unique_id]
        making = [text for text in sent if not text.lower().startswith(PASSED_OVER)]
        made_as = str(node.config.materialized)
        code = getattr(node, "compiled_code", "") or node.checksum.checksum  # a seed has only this
        if kind == "test":
            making = [text for text in sent if "should_error" in text][-1:]
            code += f"{node.config.severity}{node.config.error_if}{node.config.warn_if}"
        return Step(
            node.unique_id,
            node.name,
            kind,
            making,
            self._mending[node.unique_id],
            None if kind == "test" else Relation(node.schema, node.alias, "view" if made_as == "view" else "table"),
            is_fatal=kind != "test" or str(node.config.severity).upper() == "ERROR",
            code=hashlib.md5(code.encode(), usedforsecurity=False).hexdigest(),
            dates=[name for name in DATES if f"private.{name}()" in code],
            parents=[] if kind == "seed" else sorted({*_through_views(node, nodes)}),
        )


def _through_views(node: Any, nodes: dict[str, Any]) -> Iterator[str]:
    """What a node reads, and, of a view among that, what the view reads: it shows what that holds, whenever it was made."""
    for parent in node.depends_on.nodes:
        # What was not part of the build may be a view, of which nobody knows what it reads.
        yield parent if parent in nodes or parent.startswith("source.") else UNKNOWN
        if parent in nodes and parent.startswith("model.") and nodes[parent].config.materialized == "view":
            yield from _through_views(nodes[parent], nodes)
