"""Fills schema `raw` of a work file from records, as a load would have left it."""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from nightaudit import schemas
from nightaudit.raw_tables import make

SEEN = "2026-01-01T00:00:00Z"


def stream_of(collection: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", collection).lower()


def read_folder(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Collection and record of every line of a portfolio on disk."""
    for path in sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]):
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield path.name.split(".")[0], json.loads(line)


def flat_rows(booking: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows that the observed list shows instead of this booking."""
    shared = {key: booking.get(key) for key in ("channelId", "marketSegmentId", "currencyCode", "createdDate")}
    for stay in booking["roomStays"]:
        yield f"stay/{stay['roomStayId']}", shared | stay


def fill(
    work_file: Path,
    records: Iterable[tuple[str, dict[str, Any]]],
    *,
    shape: str = "nested",
    seen: str = SEEN,
    walk_id: str = "walk",
    walks: Iterable[dict[str, Any]] = (),
    gone: Iterable[tuple[str, str]] = (),
) -> Path:
    """Add the records to the work file, making its raw tables first; bookings in the shape asked for.

    A record that is there already gets a new version; `gone` are collections and keys of records proven gone.
    """
    work_file.parent.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list[tuple[str, str | None]]] = defaultdict(list)
    for collection, key in gone:
        rows[stream_of(collection)].append((key, None))
    for collection, record in records:
        stream = stream_of(collection)
        if stream == "bookings" and shape == "flat":
            rows[stream] += [(key, json.dumps(row)) for key, row in flat_rows(record)]
        else:
            rows[stream].append((str(record["id"]), json.dumps(record)))
    with duckdb.connect(str(work_file)) as connection:
        make(connection, schemas.READ_BY_MODELS)
        for walk in walks:
            names = ", ".join(walk)
            marks = ", ".join("?" * len(walk))
            connection.execute(f"insert into raw.walks ({names}) values ({marks})", list(walk.values()))
        for stream, pairs in rows.items():
            keys, payloads = zip(*pairs, strict=True)
            connection.execute(
                f"update raw.{stream} set valid_to = $2 where valid_to is null and list_contains($1, record_key)",
                [keys, seen],
            )
            connection.execute(
                f"""insert into raw.{stream} by name
                    select record_key, payload, coalesce(md5(payload), 'gone') as record_hash, $4 as walk_id,
                           cast($3 as timestamptz) as seen_at, seen_at as valid_from
                    from (select unnest($1) as record_key, unnest($2) as payload)""",
                [keys, payloads, seen, walk_id],
            )
    return work_file


def load(
    folder: Path,
    day: date | str,
    *walked: str,
    records: Iterable[tuple[str, dict[str, Any]]],
    seen: str = "",
    walk_id: str = "",
    complete: bool | None = None,
    **more: Any,
) -> Path:
    """Fill a data directory as a load of a business date does, by a walk of each list `walked`."""
    seen = seen or f"{day}T03:00:00Z"
    walk_id = walk_id or seen
    walk = {"walk_id": walk_id, "ended_at": seen, "business_date": str(day), "complete": complete}
    walks = [walk | {"stream": stream} for stream in walked]
    return fill(folder / "private" / "work.duckdb", records, seen=seen, walk_id=walk_id, walks=walks, **more)


def fill_children(
    work_file: Path, stream: str, rows: Iterable[tuple[str, str, dict[str, Any]]], *, seen: str = SEEN
) -> None:
    """Add rows (parent key, own key, record) of a child list; a row that is there already gets a new version."""
    rows = [*rows]
    with duckdb.connect(str(work_file)) as connection:
        connection.execute(
            f"update raw.{stream} set valid_to = $2 where valid_to is null and list_contains($1, record_key)",
            [[key for _, key, _ in rows], seen],
        )
        connection.executemany(
            f"""insert into raw.{stream} by name
                select $1 as parent_key, $2 as record_key, $3 as payload, md5($3) as record_hash, 'walk' as walk_id,
                       cast($4 as timestamptz) as seen_at, seen_at as valid_from""",
            [(parent, key, json.dumps(record), seen) for parent, key, record in rows],
        )
