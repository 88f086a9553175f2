"""What a run leaves open, it says what to do about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nightaudit.cli.correct.sending import print_outcome
from nightaudit.correct.intent import Halted
from nightaudit.correct.sending.outcome import Outcome

if TYPE_CHECKING:
    from nightaudit.errors import NightauditError

NAME = "20261101-1a2b3c4d"
STOPPED = Halted("The limit --max-rows 1 is reached.", hint="Run apply again to send the other rows.")


@pytest.mark.parametrize(
    ("counts", "sending", "cause", "expected"),
    [
        ({"VERIFIED": 3, "SKIPPED": 1}, True, None, []),
        ({"VERIFIED": 3, "AMBIGUOUS": 1}, True, None, [f"nightaudit correct apply {NAME} --live"]),
        ({"VERIFIED": 3, "APPROVED": 1}, True, STOPPED, []),
        ({"APPROVED": 1, "CONFLICT": 1}, False, None, []),
        ({"AMBIGUOUS": 1, "APPROVED": 1}, False, None, [f"nightaudit correct reconcile {NAME}"]),
        ({"CONFLICT": 1, "REJECTED": 0}, True, STOPPED, ["look at the records of the CONFLICT rows; plan those"]),
        ({"CONFLICT": 1, "REJECTED": 2}, True, None, ["look at the records of the CONFLICT and REJECTED rows; plan"]),
        ({"MISMATCH": 1}, False, None, [f"look at the MISMATCH rows in the PMS; `nightaudit correct verify {NAME}`"]),
        ({"QUARANTINED": 1, "DUPLICATE": 1}, True, None, []),  # the reasons of these rows name the command
    ],
)
def test_the_next_step_is_said(
    counts: dict[str, int],
    *,
    sending: bool,
    cause: NightauditError | None,
    expected: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_outcome(Outcome(NAME, counts, 0, (), cause, sending=sending), as_json=False)
    said = [line.removeprefix("Next: ") for line in capsys.readouterr().out.splitlines() if line.startswith("Next: ")]
    assert expected == [line[: len(wanted)] for line, wanted in zip(said, expected, strict=True)]
