"""A list that failed is in the report of `load --json`, whatever error ended it."""

from __future__ import annotations

import json

import pytest

from nightaudit.errors import ApiError, CredentialsError, Forbidden, NightauditError, ServiceFailed
from nightaudit.load.pages.lister import Contradiction, EarlierPage
from nightaudit.load.summary import LoadReport, StreamSummary


@pytest.mark.parametrize(
    "error",
    [
        ServiceFailed("GET /api/v3/units answered 503.", status=503),
        Contradiction("Page 2 was requested, but the service returned page 7.", "echo"),
        EarlierPage("Page 2 was requested, but the service returned page 1.", 1, [b'{"id":1}']),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_failed_list_is_reported_as_json(error: ApiError) -> None:
    failed, loaded = StreamSummary("units", rows=3), StreamSummary("buildings", complete=True, in_part={"1"})
    failed.end("failed", error)
    report = LoadReport([failed, loaded])
    units, buildings = json.loads(json.dumps(report.as_dict()))["streams"]
    assert (units["outcome"], units["reason"], units["rows"]) == ("failed", error.message, 3)
    assert buildings.keys().isdisjoint({"in_part", "certificate", "error"})
    with pytest.raises(NightauditError, match="1 streams are loaded; 1 failed: units: "):
        report.raise_for_failures()


@pytest.mark.parametrize("kind", [CredentialsError, Forbidden])
def test_what_does_not_end_by_itself_is_to_be_mended_first(kind: type[NightauditError]) -> None:
    """Credentials that expired meanwhile, or a right that was withdrawn."""
    failed, loaded = StreamSummary("units"), StreamSummary("buildings", complete=True)
    failed.end("failed", kind("The secret is refused.", hint="Check NIGHTAUDIT_CLIENT_SECRET."))
    with pytest.raises(NightauditError, match=r"1 failed: units: The secret is refused\.(?!;)") as raised:
        LoadReport([failed, loaded]).raise_for_failures()
    assert "Check NIGHTAUDIT_CLIENT_SECRET. Then run the same command again for the others." in raised.value.hint
