from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nightaudit.client import exact
from nightaudit.client.page import Page
from nightaudit.errors import UnreadableAnswer
from nightaudit.load.pages.columns import columns_of
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.rows import id_of, key_of, record_key, statuses_of
from nightaudit.load.pages.window import KeyOf

STATUS = st.sampled_from(["CONFIRMED", "NO_SHOW", "", "2026-11-01"])
ID = st.integers(-3, 2**64) | st.text("a1", max_size=2) | st.just("2026-11-01")
STAY = st.fixed_dictionaries({}, optional={"roomStayStatus": STATUS | st.none(), "status": STATUS, "unit": st.none()})
ROW = st.fixed_dictionaries(
    {},
    optional={
        "id": ID | st.none(),
        "roomStayId": ID | st.none(),
        "roomStayStatus": STATUS | st.none(),
        "status": STATUS | st.none(),
        "roomStays": st.lists(STAY | st.none(), max_size=3) | st.none(),
        "amount": st.floats(allow_nan=False, allow_infinity=False),
    },
)
ALIKE = st.lists(st.sampled_from(["id", "roomStayId", "roomStayStatus", "status", "roomStays", "amount"]), unique=True)

NESTED = {"id": 5, "roomStays": [{"roomStayStatus": "CANCELLED"}, {"roomStayStatus": "CONFIRMED"}, {}]}
FLAT = {"roomStayId": 9, "bookingId": 5, "roomStayStatus": "NO_SHOW"}
GUEST = {"id": 7, "roomStayId": 9, "status": "CHECKED_IN"}
INVOICE = {"id": "17", "status": "POSTED", "total": 1.5}


def page_of(rows: list[dict[str, Any]], envelope: str = "full") -> Page:
    """The page that a service answers with these rows, large enough to be read as columns."""
    answer: object = rows
    if envelope == "embedded":
        answer = {"_embedded": {"rows": rows}, "page": {"number": 0}}
    elif envelope != "bare":
        numbers: dict[str, Any] = {"page": {"number": 0}} if envelope == "short" else {"number": 0}
        answer = {"content": rows} | numbers
    text = json.dumps(answer).encode() + b" " * exact.LARGE
    return replace(Page.read(text), answer=exact.check(text, is_json=True))


@example([FLAT | {"id": 1}, FLAT | {"id": 2, "roomStayStatus": None}], [], key_of)
@example([FLAT, FLAT | {"roomStays": None}], [], key_of)
@example([FLAT | {"roomStayStatus": "CONFIRMED", "id": 99}], [], id_of)
@example([{"id": 1, "roomStays": [None, {"roomStayStatus": "CONFIRMED"}]}], [], key_of)
@given(st.lists(ROW, max_size=5), ALIKE, st.sampled_from([key_of, id_of]))
def test_columns_tell_what_the_rows_tell(rows: list[dict[str, Any]], alike: list[str], key: KeyOf) -> None:
    if alike:  # rows of one list mostly have the same fields
        rows = [{name: row.get(name) for name in alike} for row in rows]
    page = page_of(rows)
    try:
        expected = [(key(row), record_key(row) if key is key_of else str(key(row))) for row in page.rows]
    except UnreadableAnswer:
        with pytest.raises(UnreadableAnswer):
            Records.of(page, key)
        return
    found = Records.of(page, key)
    assert expected == [*zip(found.keys, found.record_keys, strict=True)]
    assert [type(one) for one, _ in expected] == [*map(type, found.keys)]
    if found.statuses is not None:
        assert [statuses_of(row) for row in page.rows] == [*found.statuses]


@pytest.mark.parametrize("envelope", ["full", "short", "bare", "embedded"])
@pytest.mark.parametrize(
    ("row", "key", "record"), [(NESTED, 5, "5"), (FLAT, 9, "stay/9"), (GUEST, 7, "7"), (INVOICE, "17", "17")]
)
def test_no_row_of_an_ordinary_page_is_read_by_itself(
    row: dict[str, Any], key: object, record: str, envelope: str
) -> None:
    page = page_of([row, row], envelope)
    found = Records.of(page, key_of)
    assert found.statuses is not None, "read row by row"
    assert ([key] * 2, [record] * 2) == ([*found.keys], found.record_keys)
    assert [statuses_of(page.rows[0])] * 2 == [*found.statuses]
    assert page == Page.read(page_text(page, envelope)), "columns are no part of what a page is"


def page_text(page: Page, envelope: str) -> bytes:
    rows = b"[%b]" % b",".join(page.rows)
    shapes = {"bare": b"%b", "embedded": b'{"_embedded":{"rows":%b},"page":{"number":0}}'}
    kinds = {"full": b'{"content":%b,"number":0}', "short": b'{"content":%b,"page":{"number":0}}'}
    return (shapes | kinds)[envelope] % rows


@pytest.mark.parametrize("answer", [{"totalElements": 0}, {"content": None, "totalElements": 0}, {"content": []}, []])
def test_a_page_without_rows_has_no_columns(answer: object) -> None:
    text = json.dumps(answer).encode() + b" " * exact.LARGE
    assert columns_of(replace(Page.read(text), answer=exact.check(text))) is None


def test_parts_keep_what_is_known_of_each() -> None:
    rows = [{"id": number, "status": f"S{number}"} for number in range(5)]
    found = Records.of(page_of(rows), key_of)
    for part, numbers in (
        (found[2:], [2, 3, 4]),
        (found[::-1], [4, 3, 2, 1, 0]),
        (found.only([number % 2 == 1 for number in range(5)]), [1, 3]),
        (found.only([False] * 5), []),
    ):
        assert (numbers, len(numbers)) == ([*part.keys], len(part))
        assert [{f"S{number}"} for number in numbers] == [*(part.statuses or ())]
        assert [f'{{"id": {number}, "status": "S{number}"}}'.encode() for number in numbers] == [*part.rows]


READ_AS_COLUMNS = """
import sys
from dataclasses import replace
from nightaudit.client import exact
from nightaudit.client.page import Page
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.rows import key_of

text = b'{"content": [{"id": 1, "status": "POSTED"}], "number": 0}' + b" " * exact.LARGE
page = replace(Page.read(text), answer=exact.check(text, is_json=True))
assert Records.of(page, key_of).statuses == [{"POSTED"}]
assert "pyarrow.json" in sys.modules, "the control"
sys.exit("pyarrow.compute" in sys.modules)
"""


def test_columns_are_read_without_importing_the_functions_of_arrow() -> None:
    assert 0 == subprocess.run([sys.executable, "-c", READ_AS_COLUMNS], check=False).returncode
