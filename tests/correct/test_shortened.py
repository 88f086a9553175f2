"""Services that shorten texts: the token must be kept, or nothing more is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import RECEIPT, Desk, booking_ids
from nightaudit.correct.jobs import job_named
from nightaudit.correct.sending.reconcile import decide
from nightaudit.correct.token_correction import TokenCorrection

if TYPE_CHECKING:
    from correct.ledger_server import Ledger

TOKEN = "na-0123456789abcdef"
SHORT = RECEIPT | {"externalReference": "BACS 1"}
LONG = RECEIPT | {"externalReference": "BACS 20261031 tenant of flat 12 October rent"}


@pytest.mark.parametrize("room", [40, 20, 12])
@pytest.mark.parametrize("lost", [1, 2])
def test_a_lost_receipt_is_found_by_what_is_left_of_its_reference(
    lost: int, room: int, desk: Desk, ledger: Ledger
) -> None:
    ledger.keep = lambda text: text[:room]
    ledger.fail("500 after", lost)
    outcome = desk.apply(desk.approved("allocations-create", [SHORT, LONG]))
    assert ({"VERIFIED": 2}, [], 2) == (outcome.counts, outcome.findings, ledger.posts)


def test_an_answer_without_the_token_stops_the_run(desk: Desk, ledger: Ledger) -> None:
    ledger.keep = lambda text: text.partition("] ")[2]
    plan = desk.approved("allocations-create", [SHORT, LONG])
    outcome = desk.apply(plan)
    assert str(outcome.cause).startswith(
        "Row 1 was written, but the service kept only 6 characters of its externalReference, without the token."
    )
    assert ({"APPROVED": 1, "MISMATCH": 1}, 5, 1) == (outcome.counts, outcome.exit_code, ledger.posts)
    assert [
        (
            "row 1 (salesInvoices/7): was written, but its token is not found: look for the record in the PMS."
            " If it is missing, plan the row again, alone and with --again; if the PMS is right as it is, run"
            f" `nightaudit correct reconcile {plan.plan_id} --row 1 --found accepted`"
        )
    ] == outcome.findings
    assert "its token is not found" == desk.rows(plan)[0].why


def test_an_answer_with_another_record_is_not_called_a_shortened_text(desk: Desk, ledger: Ledger) -> None:
    real = ledger.commit
    ledger.commit = lambda body: real(body) | {"externalReference": "[na-fedcba9876543210] RENT 7"}
    plan = desk.approved("allocations-create", [SHORT, LONG])
    outcome = desk.apply(plan)
    told = "Row 1 was answered as carried out, but with another text in its externalReference: perhaps the answer belongs to"
    assert str(outcome.cause).startswith(told)
    assert ({"APPROVED": 1, "VERIFIED": 1}, 6) == (outcome.counts, outcome.exit_code)
    ledger.commit = real
    assert {"VERIFIED": 2} == desk.apply(plan).counts


def test_a_receipt_that_is_kept_in_other_words_can_be_right(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blanks that the service leaves out made every receipt of a bank's file MISMATCH, and no person could confirm one."""
    real = ledger.commit
    monkeypatch.setattr(
        ledger,
        "commit",
        lambda body: real(body | {"paymentReference": " ".join(body["paymentReference"].split())[:12]}),
    )
    texts = ("RENT   OCTOBER", "RENT\nOCTOBER", "RENT OCTOBER 2026")
    plan = desk.approved("allocations-create", [RECEIPT | {"paymentReference": text} for text in texts])
    outcome = desk.apply(plan)
    assert {"MISMATCH": 1, "VERIFIED": 2} == outcome.counts
    why = 'different from the values sent: paymentReference is "RENT OCTOBER", not "RENT OCTOBER 2026"'
    assert why == desk.rows(plan)[2].why
    assert outcome.reasons[0].endswith(f"run `nightaudit correct reconcile {plan.plan_id} --row 3 --found applied`")
    decide(desk.run(plan), 3, "applied", "finance")
    assert (0, {"VERIFIED": 3}) == (desk.apply(plan).exit_code, desk.states(plan))


def test_a_note_that_is_cut_is_not_as_sent(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was VERIFIED by its token, although its sense was lost. Blanks and markup may differ, and words be added."""
    texts = ("Allergic to penicillin: do  not use X", "Allergic to penicillin", "Key <b>lost</b>")
    real = hotel.client.write

    def write(operation: Any, *ids: Any, body: Any, **given: Any) -> Any:
        return real(operation, *ids, body={"content": f"<p>{body['content'][:46]}</p> by the API"}, **given)

    booking = booking_ids(hotel)[7]
    plan = hotel.approved("notes-add", [{"bookingId": booking, "content": text} for text in texts])
    monkeypatch.setattr(hotel.client, "write", write)
    outcome = hotel.apply(plan)
    assert {"MISMATCH": 1, "VERIFIED": 2} == outcome.counts
    lost = "content lacks words that were sent: it has 64 characters with the token, and 37 were sent without it"
    assert f"different from the values sent: {lost}" == hotel.rows(plan)[0].why
    assert outcome.reasons[0].endswith(f"run `nightaudit correct reconcile {plan.plan_id} --row 1 --found applied`")


@pytest.mark.parametrize(
    ("text", "carried"),
    [
        (f"[{TOKEN}] rent", True),
        (f"rent [{TOKEN}]", True),
        (f"RENT [{TOKEN.upper()}", True),
        ("[na-01234567", True),
        ("[na-0123456", False),
        ("[na-01234567] rent", False),
        ("[na-0123456789abcdee", False),
        ("banana-", False),
        (None, False),
    ],
)
def test_a_text_carries_a_token_that_is_whole_or_cut_at_the_end(text: Any, *, carried: bool) -> None:
    job = job_named("allocations-create")
    assert isinstance(job, TokenCorrection)
    assert bool(job.filter_by_token([{"externalReference": text}], TOKEN)) is carried
