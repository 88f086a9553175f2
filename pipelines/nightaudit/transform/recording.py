"""Notes what dbt sends to the database, and makes a script of it."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from nightaudit.transform.script import MADE_OF, MENDED, WHOLE, Script, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMENT = re.compile(r"^\s*/\*.*?\*/", re.DOTALL)
NOTED = re.compile(r"insert into private\.made\s+select\s+'[^']+' as thing,\s+'([0-9a-f]{32})' as made_of")
LOOKS = ("select", "with", "describe", "from")  # what changes nothing
DONE = ("operation", "seed", "model", "test")  # what sends anything
UNKNOWN = "unknown"
FRAME = ("BEGIN", "COMMIT")


class Recorder:
    """A callback of dbt's: every statement of a node, in order."""

    def __init__(self) -> None:
        self._sent: dict[str, list[str]] = defaultdict(list)
        self._lock = threading.Lock()

    def __call__(self, message: Any) -> None:
        """Take note of an event of dbt's."""
        if message.info.name == "SQLQuery":
            sent = COMMENT.sub("", message.data.sql).strip()
            if sent not in FRAME:
                with self._lock:
                    self._sent[message.data.node_info.unique_id].append(sent)

    def script(self, results: list[Any], before: Script | None) -> Script:
        """The script of a build that ended well with these results; what `before` knows of other ways is kept."""
        known = {step.node: step.ways for step in before.steps} if before else {}
        nodes = {result.node.unique_id: result.node for result in results}
        return Script([self._step(node, nodes, known) for node in nodes.values() if node.resource_type in DONE])

    def _step(self, node: Any, nodes: dict[str, Any], known: dict[str, dict[str, list[str]]]) -> Step:
        made_as = str(node.config.materialized)
        kind, sent = str(node.resource_type), self._sent[node.unique_id]
        if kind == "operation":
            return Step(node.unique_id, node.name, kind, {WHOLE: [text for text in sent if not _looks(text)]})
        if kind == "test":
            # One that has passed on what still stands asks nothing of any table.
            asked = [text for text in sent if "should_error" in text and "from" in text]
            ways = {WHOLE: asked[-1:]} if asked else {}
            code = f"{node.compiled_code}{node.config.severity}{node.config.error_if}{node.config.warn_if}"
        else:
            done = [text for text in sent if not _looks(text)]
            if any(text.startswith("delete from private.made") and not NOTED.search(text) for text in done):
                done = []  # of something that was not known
            is_whole = any(text.startswith("create or replace") for text in done)
            ways = {WHOLE if is_whole else MENDED: [_open(text, done) for text in done]} if done else {}
            code = query = getattr(node, "compiled_code", "")  # a seed has none
            if made_as == "incremental":  # its query differs between making and mending
                code = node.raw_code + ("private.today()" if "private.today()" in query else "")
        return Step(
            node.unique_id,
            node.name,
            kind,
            known.get(node.unique_id, {}) | ways,
            None if kind == "test" else (node.schema, node.alias, "view" if made_as == "view" else "table"),
            is_kept=made_as == "incremental",
            is_fatal=kind != "test" or str(node.config.severity).upper() == "ERROR",
            code=hashlib.md5(code.encode(), usedforsecurity=False).hexdigest(),
            reads_today="private.today()" in code,
            parents=[] if kind == "seed" else sorted(_parents(node, nodes)),
        )


def _looks(text: str) -> bool:
    return text.lower().startswith(LOOKS)


def _open(text: str, done: list[str]) -> str:
    """The statement with a mark where it says what the relation was made of."""
    for noted in NOTED.findall("\n".join(done)):
        text = text.replace(noted, MADE_OF)
    return text


def _parents(node: Any, nodes: dict[str, Any]) -> set[tuple[str, str | None]]:
    """What a node reads, and behind what is a view what that reads, as the macro `read_through_views` says."""
    return {
        (parent, nodes[parent].checksum.checksum if parent.startswith("seed.") and parent in nodes else None)
        for parent in _through_views(node, nodes)
    }


def _through_views(node: Any, nodes: dict[str, Any]) -> Iterator[str]:
    for parent in node.depends_on.nodes:
        # What was not part of the build may be a view, and nothing is known to stand by what is behind that.
        yield parent if parent in nodes or parent.startswith("source.") else UNKNOWN
        if parent in nodes and parent.startswith("model.") and nodes[parent].config.materialized == "view":
            yield from _through_views(nodes[parent], nodes)
