"""What a page says of itself: its rows, its number, its total."""

import json
from typing import Any

import pytest

from nightaudit.client.page import Page
from nightaudit.errors import UnreadableAnswer

EMPTY = {"size": 20, "number": 0, "totalElements": 0, "totalPages": 0}
BEHIND = {"size": 20, "number": 3, "totalElements": 47, "totalPages": 3}
WITHOUT_ROWS: list[dict[str, Any]] = [{}, {"_embedded": {}}, {"_embedded": None}, {"content": None}]


@pytest.mark.parametrize("without", WITHOUT_ROWS)
def test_rows_may_be_left_out_only_where_the_page_says_that_there_are_none(without: dict[str, Any]) -> None:
    for numbers in (EMPTY, BEHIND, {"totalElements": 0}):
        assert () == Page.read(json.dumps({**without, "page": numbers}).encode()).rows
        assert () == Page.read(json.dumps({**without, **numbers}).encode()).rows
    for untold in ({**BEHIND, "number": 2}, {"totalElements": 1}):
        with pytest.raises(UnreadableAnswer, match="neither"):
            Page.read(json.dumps({**without, "page": untold}).encode())


def test_a_negative_count_is_none() -> None:
    numbers = {"size": 20, "number": 0, "totalElements": -1, "totalPages": -1}
    for page in ({"content": [{}], **numbers}, {"content": [{}], "page": numbers}):
        found = Page.read(json.dumps(page).encode())
        assert (20, 0, None, None) == (found.size, found.number, found.total_elements, found.total_pages)
    with pytest.raises(UnreadableAnswer):
        Page.read(json.dumps({"content": None, **numbers}).encode())


def test_counts_that_are_texts_are_counts() -> None:
    numbers = {"size": "20", "number": "0", "totalElements": "41", "totalPages": "3"}
    for page in ({"content": [{}], **numbers}, {"content": [{}], "page": numbers}):
        found = Page.read(json.dumps(page).encode())
        assert (20, 0, 41, 3) == (found.size, found.number, found.total_elements, found.total_pages)
    with pytest.raises(UnreadableAnswer):
        Page.read(json.dumps({"content": [{}], "totalElements": "many"}).encode())


def test_where_no_total_is_told_only_an_embedded_of_nothing_is_an_end() -> None:
    for numbers in ({}, {"page": {"size": 20, "number": 3}}):
        for without in WITHOUT_ROWS:
            body = json.dumps({**without, **numbers}).encode()
            if without == {"_embedded": {}}:
                assert () == Page.read(body).rows
            else:
                with pytest.raises(UnreadableAnswer, match="neither"):
                    Page.read(body)


def test_a_page_of_hal_without_rows_is_an_end() -> None:
    """Its links and numbers show that it is a page; with `next`, rows follow it all the same."""
    page: dict[str, Any] = {"_links": {"self": {"href": "/units"}}, "page": {"size": 20, "number": 3}}
    found = Page.read(json.dumps(page).encode())
    assert ((), "embedded", False) == (found.rows, found.envelope, found.follows)
    assert Page.read(json.dumps({**page, "_links": {"next": {"href": "/units?page=4"}}}).encode()).follows
    others: list[dict[str, Any]] = [{"page": {"size": 20}}, {"_embedded": {"a": [], "b": []}}, {"page": None}]
    for other in others:
        with pytest.raises(UnreadableAnswer, match="neither"):
            Page.read(json.dumps({**page, **other}).encode())


def test_an_answer_without_rows_is_named_by_its_fields() -> None:
    """An e-mail address as a name is not repeated."""
    body = json.dumps({"error": "not yours", "code": 17, "jane@example.com": 1}).encode()
    with pytest.raises(UnreadableAnswer, match=r"neither `content` nor `_embedded` with rows, but error, code\.$"):
        Page.read(body)
