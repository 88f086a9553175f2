"""Records the statements that dbt sends to the database, and makes a script of them."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from nightaudit.schemas import DATES
from nightaudit.transform.script import Relation, Step

if TYPE_CHECKING:
    from nightaudit.transform.script import Script

COMMENT = re.compile(r"^\s*/\*.*?\*/", re.DOTALL)
NOT_RECORDED = ("select", "with", "describe", "from", "drop")  # queries, and drops of relations that were in the way
KINDS = ("seed", "model", "test")  # of the nodes that send statements
UNKNOWN = "unknown"  # a parent outside the build: its content is never noted
TRANSACTION = ("BEGIN", "COMMIT")
MENDED_BY = "mended by "  # begins each message of the project's macro `tell_how_to_mend`, before a statement


class Recorder:
    """A dbt callback that records the statements of each node, in order, and those that would update its table in place."""

    def __init__(self) -> None:
        self._sent: dict[str, list[str]] = defaultdict(list)
        self._mending: dict[str, list[str]] = defaultdict(list)
        self._lock = threading.Lock()

    def __call__(self, message: Any) -> None:
        """Record the statement of a dbt event, where the event has one."""
        if message.info.name == "SQLQuery":
            sent = COMMENT.sub("", message.data.sql).strip()
            if sent not in TRANSACTION:
                with self._lock:
                    self._sent[message.data.node_info.unique_id].append(sent)
        elif message.info.name == "JinjaLogDebug" and message.data.msg.startswith(MENDED_BY):
            with self._lock:
                self._mending[message.data.node_info.unique_id].append(message.data.msg.removeprefix(MENDED_BY))

    def script(self, results: list[Any]) -> Script:
        """Return the script of a build that succeeded, from its node results."""
        nodes = {result.node.unique_id: result.node for result in results}
        return [self._step(node, nodes) for node in nodes.values() if node.resource_type in KINDS]

    def _step(self, node: Any, nodes: dict[str, Any]) -> Step:
        kind, sent = str(node.resource_type), self._sent[node.unique_id]
        making = [text for text in sent if not text.lower().startswith(NOT_RECORDED)]
        made_as = str(node.config.materialized)
        code = getattr(node, "compiled_code", "") or node.checksum.checksum  # a seed has only a checksum
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
            parents=[] if kind == "seed" else sorted({_known(parent, nodes) for parent in node.depends_on.nodes}),
        )


def _known(parent: str, nodes: dict[str, Any]) -> str:
    """Return the parent, UNKNOWN outside the build. A view needs no more: its fingerprint has those of its own parents."""
    return parent if parent in nodes or parent.startswith("source.") else UNKNOWN
