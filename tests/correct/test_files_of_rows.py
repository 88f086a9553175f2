"""Files as finance really sends them are read as meant, or refused with the row and column."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

from correct.desk import RECEIPT, Desk
from correct.ledger_server import Ledger
from nightaudit.correct import rows
from nightaudit.correct.columns import read_rows
from nightaudit.correct.jobs import job_named
from nightaudit.correct.plans import show
from nightaudit.correct.rows import from_csv, from_sql
from nightaudit.errors import UsageError
from nightaudit.settings import Settings
from nightaudit.warehouse import published_file

HEADER = "accountId,importType,date,amount,targetInvoiceId,paymentReference\n"
GOOD = "70,PAYMENT,2026-10-31,12.50,7,RENT\n"


def read(folder: Path, text: str) -> list[dict[str, Any]]:
    path = folder / "bank.csv"
    path.write_text(text, encoding="utf-8")
    job = job_named("allocations-create")
    return read_rows(job, from_csv(path))


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_cells_are_separated_by_comma_semicolon_or_tab(tmp_path: Path, mark: str) -> None:
    text = (HEADER + GOOD).replace(",", mark)
    assert read(tmp_path, text) == read(tmp_path, f"\ufeffsep={mark}\r\n" + text.replace("\n", "\r\n"))
    assert "12.50" == str(read(tmp_path, text)[0]["amount"])


@pytest.mark.parametrize("above", ["\n", "\r\n\r\n", "sep=;\n\n", "sep=;\r", '"sep=;"\n', "SEP=;;;;;;\n"])
def test_what_spreadsheets_write_above_the_header_is_passed_over(tmp_path: Path, above: str) -> None:
    """Also the line that names the separator as it is after another spreadsheet has read and written it."""
    text = (HEADER + GOOD).replace(",", ";")
    assert read(tmp_path, above + text) == read(tmp_path, text)


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("amount", "1e3"),
        ("amount", "1_000"),
        ("amount", '"1,250.00"'),
        ("amount", "£12.50"),
        ("amount", "1.250"),
        ("amount", "1.250.000"),
        ("targetInvoiceId", "1.000"),
        ("date", "31/10/2026"),
        ("date", "46326"),
        ("date", "1761868800"),
        ("targetInvoiceId", "4_7"),
        ("targetInvoiceId", "4.7E+03"),
        ("paymentReference", "RENT\x1b[31m"),
        ("paymentReference", "RE\u200dNT"),
        ("paymentReference", "میترا\u200c"),
        ("paymentReference", "1.23457E+11"),
        ("paymentReference", "4E+12"),
        ("paymentReference", "#N/A"),
        ("paymentReference", "#REF!"),
        ("paymentReference", "#NV"),
        ("amount", "#DIV/0!"),
        ("paymentReference", '="00123"'),
        ("paymentReference", '"=""00123"""'),
        ("paymentReference", "=CONCAT(A1;B1)"),
        *(("paymentReference", cell) for cell in ("=1/0", "=+A1+B1", "=$Sheet1.A1", "='My sheet'!A1", "={7}")),
        *(
            ("paymentReference", cell)
            for cell in ("#HIÁNYZIK", "#ÉRTÉK!", "#ΔΙΑΙΡ./0!", "#I/T", "#GETTING_DATA", "#URGENT!", "Err:502")
        ),
        ("paymentReference", "-1.2E+11"),
        ("paymentReference", "M\N{REPLACEMENT CHARACTER}ller"),
    ],
)
def test_a_cell_that_no_person_means_is_refused(tmp_path: Path, column: str, cell: str) -> None:
    cells = dict(zip(HEADER.strip().split(","), GOOD.strip().split(","), strict=True)) | {column: cell}
    with pytest.raises(UsageError, match=f"line 2, column {column}: ") as error:
        read(tmp_path, HEADER + ",".join(cells.values()) + "\n")
    assert any(
        words in str(error.value)
        for words in ("must be", "can mean thousands", "was shortened", "nobody sees", "error of a", "formula", "lost")
    )


@pytest.mark.parametrize(
    ("job", "column", "cell", "told"),
    [
        ("allocations-create", "date", "2026-10-31T09:00:00Z", "written 2026-10-31, without a time"),
        ("allocations-create", "date", "46326", "written 2026-10-31, without a time"),
        ("allocations-create", "date", "########", "a column that is too narrow"),
        ("allocations-create", "amount", "1,2E+05", "was shortened by a spreadsheet"),
        ("allocations-create", "targetInvoiceId", "1.2e+05", "was shortened by a spreadsheet"),
        ("allocations-create", "paymentReference", "#VALEUR!", "is the error of a spreadsheet formula"),
        ("notes-add", "content", "#¿NOMBRE?", "is the error of a spreadsheet formula"),
        ("notes-add", "content", "=$B2&C2", "is a spreadsheet formula"),
        ("allocations-create", "date", "2026-02-30", "must be a day of the calendar"),
        ("allocations-create", "amount", "NaN", "must be a number, written with a decimal point"),
        ("booking-payments", "bookingId", "-1727110705939230", "is not an id of the service: where it shows none"),
        ("unit-attributes", "buildingId", "-1", "Take the id from the PMS"),
        ("invoices-mark-exported", "exportedDate", "46326", "with a time 2026-10-31T09:00:00Z"),
        ("contact-details", "marketingOptOut", "WAHR", "must be true or false"),
        ("notes-add", "content", "x" * 50 + "RE\u200bNT", "U[+]200B ZERO WIDTH SPACE, after 'x{18}RE'"),
        ("notes-add", "content", "RE\rNT", "U[+]000D, after 'RE'"),
    ],
)
def test_a_refused_cell_is_told_how_to_be_written(job: str, column: str, cell: str, told: str) -> None:
    """A day with a time was told to be written as a day with a time, and 1.2E+05 as 1250 is: its other digits were lost."""
    columns = {one.name: one for one in job_named(job).columns}
    with pytest.raises(ValueError, match=told):
        columns[column].read(cell)


@pytest.mark.parametrize(
    "cell",
    [
        *("1E5", "PO 1E+11", "#12", "#NA", "N/A", "#Urgent!", "#B7?", "1.5E-3", "##"),
        *("=", "= RENT 7", "=>7", "=A", "== 7 =="),
        *("علی\N{ZERO WIDTH NON-JOINER}رضا", "ශ්\N{ZERO WIDTH JOINER}රී", "👩\N{ZERO WIDTH JOINER}💻"),
    ],
)
def test_a_text_that_a_person_may_mean_is_kept(tmp_path: Path, cell: str) -> None:
    assert read(tmp_path, HEADER + GOOD.replace("RENT", cell))[0]["paymentReference"] == cell
    assert show.text(cell) == cell


@pytest.mark.parametrize(
    "word",
    [
        "targetinvoiceid",
        "TARGETINVOICEID",
        "target_invoice_id",
        "Target Invoice Id",
        "Target-Invoice-ID",
        "target\u00a0invoice id",
        "\u200btargetInvoiceId",
    ],
)
def test_a_column_is_known_however_its_name_is_written(tmp_path: Path, word: str) -> None:
    """Also with blanks that nobody sees: "targetInvoiceId: not one of ..., targetInvoiceId" helped nobody."""
    assert read(tmp_path, (HEADER + GOOD).replace("targetInvoiceId", word)) == read(tmp_path, HEADER + GOOD)


def test_a_header_whose_names_stand_in_brackets_is_no_json(tmp_path: Path) -> None:
    bracketed = f"[{HEADER.rstrip().replace(',', '],[')}]\n"
    assert read(tmp_path, bracketed + GOOD) == read(tmp_path, HEADER + GOOD)


@pytest.mark.parametrize("word", ["amount (€)", "Amount £", "amount %"])
def test_a_column_whose_name_says_more_is_not_known(tmp_path: Path, word: str) -> None:
    """Its sign was passed over: an amount in euros was planned for an invoice in pounds."""
    with pytest.raises(UsageError, match=f"column {re.escape(word)}: not one of"):
        read(tmp_path, (HEADER + GOOD).replace("amount", word))


def test_the_columns_of_a_job_are_listed_once(tmp_path: Path) -> None:
    """For a file of a bank they were listed behind each of its twenty columns."""
    told = r"2 error\(s\).*\n  column Betrag, Info: not one of accountId, .*\n  column amount"
    with pytest.raises(UsageError, match=told):
        read(tmp_path, (HEADER + GOOD).replace("amount", "Betrag").replace("paymentReference", "Info"))


def test_a_column_that_stands_twice_is_refused(tmp_path: Path) -> None:
    text = HEADER.replace("\n", ",target_invoice_id\n") + GOOD.replace("\n", ",8\n")
    with pytest.raises(UsageError, match="column targetInvoiceId: is in the header more than once"):
        read(tmp_path, text)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_header_of_two_lines_or_with_another_separator_in_a_cell(tmp_path: Path, separator: str) -> None:
    """Only its first line was looked at for the separator: an unclosed quote was told that nobody could find."""
    text = (HEADER + GOOD).replace(",", separator)
    for name in ("target\ninvoice\r\nID", "target,,,,,,,,invoice;;;;;;;ID"):
        wrapped = text.replace("targetInvoiceId", f'"{name}"')
        assert read(tmp_path, wrapped)[0]["targetInvoiceId"] == 7
    first = f'"target\ninvoice ID"{separator}' + HEADER.replace(",", separator).replace(
        "targetInvoiceId", "nominalCode"
    )
    assert (
        read(tmp_path, first + f"7{separator}" + GOOD.replace(",", separator)[:-2] + "9\n")[0]["targetInvoiceId"] == 7
    )


def test_a_quoted_cell_behind_a_blank(tmp_path: Path) -> None:
    """Its quotes were sent with it."""
    assert "RENT, OCTOBER" == read(tmp_path, HEADER + GOOD.replace("RENT", ' "RENT, OCTOBER"'))[0]["paymentReference"]


def test_columns_that_a_spreadsheet_left_empty(tmp_path: Path) -> None:
    assert read(tmp_path, (HEADER + GOOD + GOOD).replace("\n", ",, \n")) == read(tmp_path, HEADER + GOOD + GOOD)
    with pytest.raises(UsageError, match="line 3 does not have as many cells"):
        read(tmp_path, HEADER.replace("\n", ",,\n") + GOOD.replace("\n", ",,\n") + GOOD.replace("\n", ",,12.50\n"))


def test_a_decimal_comma_before_an_empty_cell_shifts_nothing(tmp_path: Path) -> None:
    """The empty cell at the end was cut off: 950,75 was planned as 950.00 with 75 as its reference."""
    path = tmp_path / "payments.csv"
    path.write_text("bookingId,amount,paymentReference\n5,950,75,\n")
    with pytest.raises(UsageError, match="line 2 does not have as many cells as the header, 4 for 3"):
        from_csv(path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"Receipts of October,,,\n{HEADER}{GOOD}", "line 2 .*, 6 for 1 [(]2 such rows[)]"),
        (HEADER + GOOD.replace("12.50", "12,50"), "line 2 .*, 7 for 6 [(]1 such rows[)]"),
        ("a,b,a\n1,2,3\n", "the header has the column a twice"),
        ("a,,b\n1,2,3\n", "the header has no name for its column 2"),
    ],
)
def test_a_file_whose_lines_do_not_fit_is_told_how_they_must_be(tmp_path: Path, text: str, told: str) -> None:
    """A title above the header, and a decimal comma between commas: the message named a line, and not what to do."""
    with pytest.raises(UsageError, match=told) as error:
        read(tmp_path, text)
    assert "The first line must name the columns" in error.value.hint
    assert "must be in quotes" in error.value.hint


@pytest.mark.parametrize(
    "cell", ['"RENT', '"5" pipe"', '"RENT' + "x" * 200_000], ids=["open", "within", "open in a long file"]
)
def test_a_wrong_quote_is_told_by_the_line_of_its_row(tmp_path: Path, cell: str) -> None:
    """The last line was named, or the one in which the cell became longer than the reader takes."""
    with pytest.raises(UsageError, match="the row that begins in line 3 has a cell whose quote"):
        read(tmp_path, HEADER + GOOD + GOOD.replace("RENT", cell) + GOOD * 20)


def test_an_invoice_number_is_no_id(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="column targetInvoiceId: 'INV0000007' must be a whole number"):
        read(tmp_path, HEADER + GOOD.replace(",7", ",INV0000007"))


def test_blanks_and_line_ends_of_people(tmp_path: Path) -> None:
    """A no-break space, as French has it before a colon, and the line ends of another system."""
    found = read(tmp_path, HEADER + GOOD.replace("RENT", '"Loyer\u00a0: mai\r\nA\u202fB"'))
    assert "Loyer\u00a0: mai\nA\u202fB" == found[0]["paymentReference"]


def test_a_query_that_gives_a_column_twice(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "x.duckdb") as connection, pytest.raises(UsageError, match="more than once: a, a"):
        rows._query(connection, "select 1 as a, 2 as a", "query")


def test_no_invoice_pays_itself(tmp_path: Path) -> None:
    text = HEADER.replace("paymentReference", "sourceInvoiceId") + GOOD.replace("RENT", "{}")
    assert 8 == read(tmp_path, text.format(8))[0]["sourceInvoiceId"]
    with pytest.raises(UsageError, match="line 2, column sourceInvoiceId: is the target invoice itself"):
        read(tmp_path, text.format(7))


def test_an_amount_written_otherwise_is_the_same_receipt(desk: Desk, ledger: Ledger) -> None:
    desk.apply(desk.approved("allocations-create", [RECEIPT | {"amount": "12.5"}]))
    again = desk.plan("allocations-create", [RECEIPT | {"amount": "12.50", "currencyCode": "GBP"}])
    assert desk.rows(again)[0].outlook.startswith("skip: the same row was written")
    assert 1 == len(ledger.allocations)


def test_another_currency_and_another_account_are_told(desk: Desk, ledger: Ledger) -> None:
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8, "currencyCode": "EUR"}
    ledger.invoices[9] = {name: value for name, value in ledger.invoices[8].items() if name != "currencyCode"} | {
        "id": 9
    }
    ledger.invoices[10] = ledger.invoices[9] | {"id": 10, "currencyCode": {"code": "GBP"}}
    other = RECEIPT | {"paymentReference": "OTHER", "currencyCode": "GBP"}
    rows = [
        RECEIPT | {"currencyCode": "EUR"},
        other | {"accountId": "71"},
        other | {"accountId": "", "amount": "3.00"},
        other | {"importType": "ALLOCATION", "sourceInvoiceId": "8"},
        other | {"targetInvoiceId": "9"},
        other | {"targetInvoiceId": "10"},
        other | {"targetInvoiceId": "10", "currencyCode": ""},
    ]
    plan = desk.approved("allocations-create", rows)
    said = [[row.outlook, *row.effects] for row in desk.rows(plan)]
    assert [
        ["conflict: the row says EUR, the record is in GBP"],
        ["send", "account 71 pays an invoice of account 70"],
        ["send"],
        ["conflict: the target is in GBP, the source invoice is in EUR"],
        *[["conflict: the row says GBP, the record shows no currency"]] * 2,
        ["send"],
    ] == said
    assert {"CONFLICT": 4, "VERIFIED": 3} == desk.apply(plan).counts
    assert "currencyCode" not in ledger.allocations[0]


def test_a_receipt_that_was_recorded_by_hand_is_told(desk: Desk, ledger: Ledger) -> None:
    ledger.commit({"targetInvoiceId": 7, "amount": "12.5000", "date": "2026-10-31", "importType": "PAYMENT"})
    rows = desk.rows(desk.plan("allocations-create", [RECEIPT, RECEIPT | {"amount": "12.51"}]))
    assert ["send", "send"] == [row.outlook for row in rows]
    assert [["invoice 7 already has 12.50 of 2026-10-31: allocation 1"], []] == [row.effects for row in rows]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"PK\x03\x04\x14\x00", "is a workbook or a zip file"),
        (b"\xef\xbb\xbf\r\n<html><table><tr><td>amount</td></tr></table></html>", "is HTML or XML"),
        (b"%PDF-1.4\n", "is a PDF"),
        (b'[\n  {"amount": "12.50"}\n]\n', "is JSON"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(500), "is a workbook"),
        ((HEADER + GOOD).encode("utf-16"), "is not UTF-8 text: see line 1"),
        ((HEADER + GOOD).encode("utf-16-le"), "is not UTF-8 text: it has zero bytes"),
        (b"\xef\xbb\xbf" + (HEADER + GOOD.replace("RENT", "Müller")).encode("cp1252"), "is not UTF-8 text: see line 2"),
        ((HEADER + GOOD.replace("RENT", "Müller")).replace("\n", "\r").encode("mac-roman"), "UTF-8 text: see line 2"),
    ],
    ids=[
        "xlsx",
        "html",
        "pdf",
        "json",
        "xls",
        "UTF-16",
        "UTF-16 without a mark",
        "Windows-1252 with the mark of UTF-8",
        "Mac",
    ],
)
def test_a_file_that_is_no_text_in_utf_8_is_told(content: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / "bank.csv"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=told) as refused:
        from_csv(path)
    assert "CSV UTF-8" in refused.value.hint


def test_a_query_for_rows_that_reads_a_file_says_how_to_give_one(settings: Settings, tmp_path: Path) -> None:
    settings.data_dir.mkdir()
    duckdb.connect(str(published_file(settings))).close()
    (tmp_path / "rows.csv").write_text(HEADER + GOOD)
    with pytest.raises(UsageError, match="disabled by configuration") as refused:
        from_sql(settings, f"from '{tmp_path / 'rows.csv'}'")
    assert "--from FILE.csv" in refused.value.hint
