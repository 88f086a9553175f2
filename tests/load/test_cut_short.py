"""Lists of which a load cannot read the rest: what it reads is kept, and no such list is called complete."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import current, load_list
from nightaudit.client.page import Page
from nightaudit.load.summary import StreamSummary
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings

SHOWN = 20


@dataclass
class Service:
    """One list, of tags.

    says   the answer to every request, the first rows in place of `...`, from whether more follow
    bars   the page number from which pages answer 403
    """

    tags: list[Json] = field(default_factory=lambda: [{"id": one} for one in range(1, 41)])
    says: Callable[[bool], Json] | None = None
    bars: int = 1000

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        if not asked.path.endswith("/tags"):
            exchange.json({"message": "none"}, 404)
        elif self.says:
            said = self.says(len(self.tags) > SHOWN)
            exchange.json({name: self.tags[:SHOWN] if value is ... else value for name, value in said.items()})
        elif int(query["page"]) >= self.bars:
            exchange.json({"message": "not yours"}, 403)
        else:
            exchange.json(asked_page(in_order(self.tags, query), query))


@pytest.fixture
def service() -> Service:
    return Service()


def loaded(settings: Settings) -> StreamSummary:
    return load_list(settings, "tags")


MANNERS: dict[str, Callable[[bool], Json]] = {
    "slice": lambda more: {"content": ..., "number": 0, "first": True, "last": not more},
    "has more": lambda more: {"content": ..., "hasMore": more},
    "has next": lambda more: {"content": ..., "hasNext": more},
    "cursor": lambda more: {"content": ..., "nextCursor": "after 20" if more else None},
    "link": lambda more: {"content": ..., "next": "/tags?after=20" if more else ""},
    "links": lambda more: {"content": ..., "_links": {"next": {"href": "/tags?after=20"}} if more else {}},
    "pages": lambda more: {"content": ..., "number": 0, "totalPages": 2 if more else 1},
}


@pytest.mark.sampled
@pytest.mark.parametrize("manner", MANNERS)
def test_a_list_that_says_that_more_follows_is_not_complete(service: Service, settings: Settings, manner: str) -> None:
    """It answers every page, size and sort alike, and no total."""
    service.says = MANNERS[manner]
    service.tags = service.tags[: SHOWN - 1]
    assert loaded(settings).complete, "the control: it says that nothing follows"
    service.tags = [{"id": one} for one in range(2, 41)]
    for _ in range(2):
        later = loaded(settings)
        assert ("failed", False, 0) == (later.outcome, later.complete, later.gone)
        assert {*map(str, range(1, SHOWN + 2))} == current(settings, "tags").keys()


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        (b'{"content":[],"last":false}', True),
        (b'{"content":[],"last":true,"hasMore":false,"next":null,"_links":{"next":null}}', False),
        (b'{"content":[],"last":"no","hasMore":"no","_links":[]}', False),
        (b'{"content":[],"page":{"number":0,"totalPages":2}}', True),
        (b'{"content":[],"page":{"number":1,"totalPages":2}}', False),
        (b"[]", False),
    ],
)
def test_what_an_answer_says_of_rows_that_follow(text: bytes, *, follows: bool) -> None:
    assert Page.read(text).is_followed(0) is follows


def test_what_was_read_before_a_page_that_is_refused_is_kept(service: Service, settings: Settings) -> None:
    service.bars = 2
    first = loaded(settings)
    assert (first.outcome, first.complete, first.new) == ("failed", False, len(current(settings, "tags")))
    assert {*map(str, range(1, 11))} <= current(settings, "tags").keys()
    service.bars = 1000
    assert loaded(settings).complete
    del service.tags[30]
    service.tags[0]["name"], service.bars = "changed", 2
    later = loaded(settings)
    assert ("failed", 1, 0) == (later.outcome, later.changed, later.gone)
    assert 40 == len(current(settings, "tags"))
    assert "changed" in current(settings, "tags")["1"]
