import datetime
import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightaudit.client import exact
from nightaudit.client.page import Page
from nightaudit.client.records.sales_invoices import ExportStatusUpdate, SalesInvoice
from nightaudit.errors import UnreadableAnswer, UsageError

BROKEN = [
    b'{"a": NaN}',
    b'{"a": Infinity}',
    b'{"a": 1',
    b'{"a": "\xff"}',
    b'{"a": 1, "a": 2}',
    b'{"a": {"b": 1, "b": 1}}',
    b'[{"a" : 1, "a":1}]',
    b'{"a": 1, "\\u0061": 2}',
    b'{"a\\u003a": 1, "b": 1, "b": 2}',
    b'{"t": ":", "t": "\\u003a\\u003a"}',
    b"",
    b"<html>",
    b'{"a":' * 50_000,
    b'{"a": -' + b"1" * 5_000 + b"}",
]

PIECES = [
    b"",
    b"NaN",
    b"01",
    b"1.",
    b'"id":1,',
    b"null",
    b"\\ud800",
    b"\\u12",
    b"//c",
    b"1e999",
    *(bytes([code]) for code in b'"0-.eE{}[],:\\tN \n\x00\xff\xc3'),
]


@pytest.mark.parametrize("large", [exact.LARGE, 0])
@pytest.mark.parametrize("text", BROKEN)
def test_broken_json_is_refused_by_decode_and_by_check(
    text: bytes, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "LARGE", large)
    with pytest.raises(UnreadableAnswer):
        exact.decode(text)
    with pytest.raises(UnreadableAnswer):
        exact.check(text)


def test_json_that_only_the_standard_library_finds_nested_too_deeply_is_refused() -> None:
    refused = 0
    for depth in range(sys.getrecursionlimit() - 300, sys.getrecursionlimit()):
        try:
            exact.check(b'["\\u003a",' + b"[" * depth + b"]" * depth + b"]")
        except UnreadableAnswer:
            refused += 1
    assert 0 < refused < 300


def test_sound_json_passes_and_keeps_its_digits() -> None:
    text = b'{"a": 12345678901234567.10, "b": 1e2, "c": "x:y\\u003az", "d": {"a": 1}, "e": 0.1}'
    exact.check(text)
    expected = {
        "a": Decimal("12345678901234567.10"),
        "b": Decimal(100),
        "c": "x:y:z",
        "d": {"a": 1},
        "e": Decimal("0.1"),
    }
    assert exact.decode(text) == expected
    assert "12345678901234567.10" == str(exact.decode(text)["a"])


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.text()
    | st.decimals(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(value=JSON)
def test_what_is_encoded_decodes_to_the_same(value: object) -> None:
    assert exact.decode(exact.encode(value)) == value


@given(value=st.dictionaries(st.text(max_size=4), JSON, min_size=1, max_size=3))
def test_any_object_with_one_key_repeated_is_refused(value: dict[str, object]) -> None:
    text = exact.encode(value)
    key = exact.encode(next(iter(value)))
    with pytest.raises(UnreadableAnswer, match="more than once"):
        exact.check(text[:-1] + b", " + key + b" : null}")


@given(value=st.dictionaries(st.text(max_size=4), JSON, max_size=3), spoil=st.data())
def test_the_large_reader_accepts_nothing_that_the_small_one_refuses(value: object, spoil: st.DataObject) -> None:
    text = exact.encode({"content": [value, {"id": 1, "name": "x"}], "number": 0})
    at = spoil.draw(st.integers(0, len(text)))
    piece = spoil.draw(st.sampled_from(PIECES))
    text = text[:at] + piece + text[at + spoil.draw(st.integers(0, 3)) :]
    if exact._plainly_exact(text):
        exact.check(text)
    try:
        Page.read(text)
    except UnreadableAnswer:
        return
    if exact._plainly_exact(text, is_json=True):
        exact.check(text)


def test_the_large_reader_settles_a_page_of_records() -> None:
    rows = b",".join(b'{"id":%d,"roomStays":[{"id":%d}],"amount":%d.10}' % (n, n, n) for n in range(900))
    assert len(rows) > exact.LARGE
    for page in (b"[" + rows + b"]", b'{"content":[' + rows + b'],"number":0}'):
        assert exact._plainly_exact(page)
        exact.check(page)
        with pytest.raises(UnreadableAnswer, match="more than once: amount"):
            exact.check(page.replace(b'"amount":5.10', b'"amount":5.10,"amount":5'))


def test_a_record_is_written_by_wire_name_without_what_is_unset() -> None:
    body = ExportStatusUpdate(
        external_id="X1", exported_date=datetime.datetime(2026, 1, 2, 3, tzinfo=datetime.UTC), export_status=None
    )
    assert b'{"externalId":"X1","exportedDate":"2026-01-02T03:00:00Z"}' == exact.encode(body)
    invoice = SalesInvoice(total_net=Decimal("0.10"), invoice_date=datetime.date(2026, 1, 2))
    assert b'{"invoiceDate":"2026-01-02","totalNet":0.10}' == exact.encode(invoice)


def test_a_mapping_is_sent_as_it_is_and_digits_survive() -> None:
    body = {"amount": Decimal("1234567890123456.70"), "note": None, "items": [SalesInvoice(id=1)]}
    assert b'{"amount":1234567890123456.70,"note":null,"items":[{"id":1}]}' == exact.encode(body)


@pytest.mark.parametrize("value", [float("nan"), Decimal("Infinity"), {1, object()}, "\ud800"])
def test_what_json_cannot_hold_is_a_usage_error(value: object) -> None:
    with pytest.raises(UsageError):
        exact.encode({"a": value})
