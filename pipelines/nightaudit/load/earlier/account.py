"""Refuses to load another account's records: with a new key, the service must first show a record that is stored here."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from nightaudit import warehouse
from nightaudit.errors import ApiError, ConfigurationError
from nightaudit.files import PRIVATE, write_atomically
from nightaudit.load.pages.rows import record_key
from nightaudit.load.pages.versions import payloads_of, same_content

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nightaudit.client.client import Client
    from nightaudit.load.earlier.behaviours import Behaviours
    from nightaudit.load.earlier.known import Known
    from nightaudit.load.streams.stream import Stream

SHOWN_ROWS = 100
"""Rows compared of each list. Keys change seldom, so most of the first rows are stored."""


class _Created(msgspec.Struct, rename="camel"):
    created_date: Any = None


_created = msgspec.json.Decoder(_Created)


def require_same_account(client: Client, known: Known, behaviours: Behaviours, streams: Sequence[Stream]) -> None:
    """Record a hash of the client id, or of the API key, that the records are loaded with.

    behaviours  what earlier loads found out about lists: the number of the first page, and how long pages may be

    Makes no request when the id or key is the one of the last load. Raises ConfigurationError when it is another one and the
    service shows no record that is stored here. Lists `of_one_account` decide; the others only where none of these can be
    compared. When no list that was probed before answers, nothing is recorded, and the next load checks again. That one address
    serves several accounts is our assumption ("not shown").
    """
    settings = client.settings
    path = warehouse.private_dir(settings) / "account.txt"
    account = hashlib.sha256((settings.client_id or settings.api_key.get_secret_value()).encode()).hexdigest()
    noted = path.read_text(encoding="utf-8", errors="replace") or "lost" if path.exists() else ""
    if noted == account:
        return
    if noted:
        own = [stream for stream in streams if stream.of_one_account]
        common = [stream for stream in streams if stream not in own]
        matches = [*_matches(client, known, behaviours, own)] or [*_matches(client, known, behaviours, common)]
        if not any(matches):
            if not matches:
                return
            raise ConfigurationError(
                f"{settings.data_dir} contains the records of another account at this address: in {len(matches)} lists the"
                " service shows none of the stored records.",
                hint="Set NIGHTAUDIT_DATA_DIR to another folder, or use the previous key or client id. If it is the same"
                f" account, remove {path}.",
            )
    write_atomically(path, account, mode=PRIVATE)


def _matches(client: Client, known: Known, behaviours: Behaviours, streams: Iterable[Stream]) -> Iterator[bool]:
    """Yield, for each list that answers and has stored records, whether it shows one of them; stop after the first that does."""
    for stream in streams:
        behaviour = behaviours.get(stream.name).behaviour
        if behaviour is None or not known.watermark(stream.name).held[None]:
            continue
        try:
            page = behaviour.ask(partial(client.page, stream.list), 0, min(SHOWN_ROWS, behaviour.max_size))
            shown = dict(zip(map(record_key, page.rows), payloads_of(page.rows), strict=True))
        except ApiError:
            continue
        stored = known.payloads(stream.name, list(shown))
        same = any(_is_same_record(stored.get(key), payload) for key, payload in shown.items())
        yield same
        if same:
            return


def _is_same_record(stored: bytes | None, shown: bytes) -> bool:
    """Return whether two texts with one key are of one record: same content, or created at the same moment and changed since."""
    if stored is None:
        return False
    created = _created.decode(stored).created_date
    return same_content(stored, shown) or (created is not None and created == _created.decode(shown).created_date)
