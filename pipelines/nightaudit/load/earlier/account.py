"""One address may serve many accounts: under another key, what is held has to be shown before anything is loaded."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from nightaudit import warehouse
from nightaudit.errors import ApiError, ConfigurationError
from nightaudit.files import PRIVATE, write_anew
from nightaudit.load.pages.rows import payloads_of, record_key, same_content

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nightaudit.client.client import Client
    from nightaudit.load.earlier.behaviours import Behaviours
    from nightaudit.load.earlier.known import Known
    from nightaudit.load.streams.stream import Stream

SHOWN_ROWS = 100
"""Rows of each list that are looked at; a key is changed seldom, and one record of any list is proof."""


def require_same_account(client: Client, known: Known, behaviours: Behaviours, streams: Iterable[Stream]) -> None:
    """Note which client id, or key, the records are loaded with; no request where it is that of the load before.

    behaviours  what earlier loads found out about lists: where their pages begin, and how long they may be

    Raises ConfigurationError where it is another one, and none of the records that the service shows is held as it is shown.
    Where no list that was probed before answers, nothing is noted, and a later load asks again. That one address serves
    several accounts is our assumption ("not shown").
    """
    settings = client.settings
    path = warehouse.private_dir(settings) / "account.txt"
    account = hashlib.sha256((settings.client_id or settings.api_key.get_secret_value()).encode()).hexdigest()
    noted = path.read_text(encoding="utf-8", errors="replace") or "lost" if path.exists() else ""
    if noted == account:
        return
    if noted:
        found = list(_comparisons(client, known, behaviours, streams))
        if not any(found):
            if not found:
                return
            raise ConfigurationError(
                f"{settings.data_dir} holds the records of another account at this address: of {len(found)} lists the service"
                " shows no record that is held.",
                hint="Set NIGHTAUDIT_DATA_DIR to a folder of its own, or use the key or client id of before."
                f" If it is the same account, remove {path}.",
            )
    write_anew(path, account, mode=PRIVATE)


def _comparisons(client: Client, known: Known, behaviours: Behaviours, streams: Iterable[Stream]) -> Iterator[bool]:
    """Of each list that answers and of which records are held: whether it shows one of them; none behind the first that does."""
    for stream in streams:
        behaviour = behaviours.get(stream.name)
        if behaviour is None or not known.watermark(stream.name).held[None]:
            continue
        try:
            page = client.page(stream.list, page=behaviour.page_number(0), size=min(SHOWN_ROWS, behaviour.max_size))
            shown = dict(zip(map(record_key, page.rows), payloads_of(page.rows), strict=True))
        except ApiError:
            continue
        held = known.payloads(stream.name, list(shown))
        same = any(same_content(held.get(key), payload) for key, payload in shown.items())
        yield same
        if same:
            return
