"""Remarks for the approver on rows that no rule forbids but that are probably mistakes."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from correct.desk import RECEIPT, Desk, payable, write_csv
from correct.ledger_server import Ledger
from correct.line import Line, planned
from nightaudit.correct.journal import states
from nightaudit.correct.journal.journal import Journal

EMPTY = ("NULL", "NA", "<NA>", "\N{EN DASH}")


def effects(desk: Desk, *rows: dict[str, str]) -> list[list[str]]:
    return [row.effects for row in desk.rows(desk.plan("allocations-create", rows))]


def test_two_rows_alike_are_told_with_both_numbers(desk: Desk, line: Line, tmp_path: Path) -> None:
    rows = [RECEIPT, RECEIPT | {"amount": "3.00"}, RECEIPT | {"paymentReference": "AGAIN"}]
    told = "row 3 (line 4) is like row 1 (line 2): perhaps a duplicate"
    assert [[], [], [told]] == effects(desk, *rows)
    file = write_csv(tmp_path / "bank.csv", rows)
    assert told in line("plan", "allocations-create", "--from", str(file))


def test_remarks_are_told_in_the_order_of_the_file(line: Line) -> None:
    """As text, row 10 came before row 7; of many, the first rows were not among those that are told."""
    plan = planned(line, [RECEIPT] * 12)
    said = line("show", plan)
    places = [said.index(f"also: row {number} (line {number + 1}) is like row 1") for number in range(2, 13)]
    assert sorted(places) == places


def test_the_lines_of_a_text_are_shown_as_such(line: Line) -> None:
    """A mark stood between them, as for letters in a wrong encoding."""
    said = line("show", planned(line, [RECEIPT | {"paymentReference": "RENT\nOCTOBER\tFLAT 7"}]))
    assert "RENT \N{DOWNWARDS ARROW WITH CORNER LEFTWARDS} OCTOBER FLAT 7" in said


def test_values_that_nobody_means_are_told(desk: Desk, ledger: Ledger) -> None:
    ledger.invoices[7] |= {"outstandingAmount": Decimal(10) ** 16, "totalGross": Decimal(10) ** 16}
    found = effects(
        desk,
        RECEIPT | {"amount": "1000000000000000"},
        RECEIPT | {"date": "9999-12-31"},
        RECEIPT | {"date": "2062-10-31"},
    )
    assert "row 1 (line 2) moves 1000000000000000.00, more than 1,000,000: is that correct?" in found[0]
    for said, day in zip(found[1:], ("9999-12-31", "2062-10-31"), strict=True):
        assert any(f"has date {day}, " in one and "years from the business date" in one for one in said)


def test_an_empty_cell_as_databases_export_it_is_told(hotel: Desk) -> None:
    """It was written to the contacts as it was, because it may be a surname."""
    rows = [{"contactId": number, "lastName": "Nulle", "organisation": empty} for number, empty in enumerate(EMPTY, 1)]
    told = "row {} (line {}) has {}, which may mean no value, in organisation: is that correct?"
    wanted = [[told.format(number, number + 1, empty)] for number, empty in enumerate(EMPTY, 1)]
    rows.append({"contactId": 9, "lastName": "Annulla"})
    assert [*wanted, []] == [row.effects for row in hotel.rows(hotel.plan("contact-details", rows))]


def test_what_other_programs_made_of_a_text_is_told(desk: Desk) -> None:
    """None is quoted, because it may be a name."""
    odd = {
        "MÃ¼ller": "letters in the wrong encoding, such as Ã¼ for ü,",
        "Sz?cs": "a ? that may stand for a lost letter",
        "???": "a ? that may stand for a lost letter",
        "'00123": "a number after the apostrophe by which spreadsheets mark a text",
        "\uff11\uff12": "digits of another script",
        "12345.0": "a number that ends with .0",
        "1234567890123450000": "a number whose last digits a spreadsheet may have set to zero",
        "12-Jan": "a date that a spreadsheet may have made of a number",
        "01. Feb": "a date that a spreadsheet may have made of a number",
        "Mär 26": "a date that a spreadsheet may have made of a number",
    }
    right = [
        "Müller",
        "MÜLLER, CAFÉ «É»",
        "Is it? Yes",
        "https://a.example/?b=c?d",
        "'t Hooft",
        "1.0.0",
        "123456789012345678",
    ]
    right += ["Jan", "Mai", "Apt-12", "Mar-quis 12"]
    rows = [RECEIPT | {"paymentReference": text, "amount": "0.10"} for text in (*odd, *right)]
    told = [[one for one in found if "paymentReference" in one] for found in effects(desk, *rows)]
    wanted = [f"has {words} in paymentReference: is that correct?" for words in odd.values()]
    assert [[f"row {n} (line {n + 1}) {words}"] for n, words in enumerate(wanted, 1)] + [[] for _ in right] == told


def test_a_column_that_slipped_into_that_of_the_e_mails_is_told(hotel: Desk) -> None:
    """The address itself is not quoted: remarks are kept."""
    cells = ("x.example.org", "a@x.example b@x.example", "a@x.example")
    rows = [{"contactId": number, "emailAddress": cell} for number, cell in enumerate(cells, 1)]
    told = [[f"row {n} (line {n + 1}) has no e-mail address in emailAddress: is that correct?"] for n in (1, 2)]
    assert [*told, []] == [row.effects for row in hotel.rows(hotel.plan("contact-details", rows))]


def test_a_receipt_of_the_future_is_told(desk: Desk) -> None:
    """2 November, with day and month exchanged as in files of another country."""
    days = ("2026-11-02", "2027-02-11", "2026-11-03")
    told = "row 2 (line 3) has date 2027-02-11, after the business date 2026-11-01: is that correct?"
    found = effects(desk, *(RECEIPT | {"date": day} for day in days))
    assert ([], [told], [told.replace("row 2 (line 3)", "row 3 (line 4)").replace("2027-02-11", days[2])]) == (*found,)


def test_lines_are_those_of_an_editor(line: Line, tmp_path: Path) -> None:
    header, good = ",".join(RECEIPT), ",".join(RECEIPT.values())
    bad = good.replace("12.50", "many")
    file = tmp_path / "bank.csv"
    file.write_text(
        f"sep=,\n\n{header}\n{good.replace('RENT', chr(34) + 'A' + chr(10) + 'B' + chr(34))}\n\n,,,\n{bad}\n"
    )
    assert "line 8, column amount: 'many'" in line("plan", "allocations-create", "--from", str(file), code=2)
    file.write_text(f"{header}\n\n{good}\n{good.replace('12.50', '9999999.00')}\n")
    said = line("plan", "allocations-create", "--from", str(file))
    assert "row 2 (line 4), salesInvoices/7: conflict: the amount 9999999.00 is more than" in said
    file.write_text(f"{header}\n\n{good},,9\n")
    assert "line 3 does not have as many cells" in line("plan", "allocations-create", "--from", str(file), code=2)


def test_of_two_files_none_is_passed_over(line: Line, tmp_path: Path) -> None:
    """Only the rows of the last one were planned."""
    files = [str(write_csv(tmp_path / f"{month}.csv", [RECEIPT])) for month in ("october", "november")]
    assert "--from takes one file" in line("plan", "allocations-create", "--from", files[0], "--from", files[1], code=2)


def test_apply_says_why_the_service_turned_rows_down(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT, RECEIPT | {"amount": "1.00"}])
    ledger.share, ledger.faults = 1.0, ("400",)
    said = line("apply", plan, "--live", code=4)
    told = 'REJECTED: POST /api/v3/financialAllocations/salesInvoices answered 400: "the account is closed".'
    assert [True, True] == [f"row {number}, salesInvoices/7: {told}" in said for number in (1, 2)]


def test_a_switch_that_stops_nobody_says_so(line: Line) -> None:
    on_plans = {(command, "20261101"): 2 for command in ("show", "approve", "apply", "cancel", "verify")}
    for words, code in ({("status",): 0, ("audit",): 0, ("reconcile",): 0} | on_plans).items():
        said = line("stop", "closing the month", code=3)
        assert "There is no journal" in said
        assert "The switch was not changed" in said
        line(*words, code=code)
        assert not line.settings.data_dir.exists(), words
    Journal.open(line.settings).close()
    assert "Warning: This directory has no plans" in line("stop", "closing the month")
    line("start")
    planned(line)
    said = line("stop", "closing the month")
    assert f"Sending is stopped, for every plan in {line.settings.data_dir}" in said
    assert "Warning" not in said


def test_a_plan_made_later_than_now_is_not_applied(line: Line) -> None:
    plan = planned(line)
    with Journal.open(line.settings) as journal:
        found = journal.plan(plan)
        found.created = "2199-01-01T00:00:00+00:00"
        found.digest = found.digest_of(journal.rows(plan))
        values = (found.created, found.digest, found.digest, plan)
        journal.sql.execute("update plan set created = ?, digest = ?, approved_digest = ? where plan_id = ?", values)
    said = line("apply", plan, "--live", code=2)
    assert "was created at 2199-01-01T00:00 UTC" in said
    assert "Correct the clock" in said


def test_every_state_of_a_row_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "correct.md").read_text(encoding="utf-8")
    table = [row.split("|")[1] for row in page.splitlines() if row.startswith("| ")]
    told = {state.strip() for cell in table for state in cell.split(",")}
    assert set(states.MOVES) <= told


def test_a_payment_like_one_that_another_plan_sent_is_told(hotel: Desk) -> None:
    """A file exported anew may write its references otherwise, and an amount may be mended in a file that was sent."""
    booking = payable(hotel, 17)
    row = {"bookingId": booking, "amount": "4.00", "date": "2026-11-01", "paymentReference": "RENT FLAT 7"}
    first = hotel.approved("booking-payments", [row])
    hotel.apply(first)
    other = [row | {"paymentReference": "RENT  FLAT 7"}, row | {"amount": "4.01"}, row | {"date": "2026-11-02"}]
    rows = hotel.rows(hotel.plan("booking-payments", other))
    twin = f"row 1 of plan {first.plan_id}, which is VERIFIED"
    told = [
        [f"row 1 (line 2) is like {twin}: perhaps a duplicate"],
        [f"row 2 (line 3) is {twin}, but for its amount, 4.00: is it meant in addition?"],
        [],
    ]
    assert told == [[effect for effect in row.effects if "row" in effect] for row in rows]


def test_accents_written_in_two_ways_are_one_receipt(desk: Desk) -> None:
    composed, apart = ("MÜLLER", "MU\N{COMBINING DIAERESIS}LLER")
    first = desk.approved("allocations-create", [RECEIPT | {"paymentReference": composed}])
    desk.apply(first)
    again = desk.rows(desk.plan("allocations-create", [RECEIPT | {"paymentReference": apart}]))
    assert again[0].outlook == f"skip: the same row was written by plan {first.plan_id} (VERIFIED)"
    assert again[0].input["paymentReference"] == composed


def test_a_long_plan_is_cut_and_says_how_to_see_all_of_it(line: Line) -> None:
    """20,000 rows were 11 MB of text, above which nobody saw the totals."""
    plan = planned(line, [RECEIPT | {"paymentReference": f"R{number}R"} for number in range(1, 202)])
    few = line("show", plan)
    assert ("R200R" in few, "R201R" in few) == (True, False)
    assert "These are the first 200 of 201 rows: --all prints the others, too;" in few
    for option in ("--all", "--csv"):
        said = line("show", plan, option)
        assert ("R201R" in said, "These are the first" in said) == (True, False)
    assert line("show", plan, "--csv").startswith("row,target,field,before,after,")
    assert 201 == len(line("show", plan, "--json")["row_details"])
    said = line("apply", plan)
    assert ("R200R" in said, "R201R" in said) == (True, False)
    assert "These are the first 200 of 201 rows; --json prints all. Dry run: 201 of 201 rows would be sent." in said
