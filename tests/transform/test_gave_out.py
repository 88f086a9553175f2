"""A build for which the disk gives out says nothing of the data: it may be run again, as after any failure of the machine."""

from pathlib import Path

import pytest

from full_disk import files_of_at_most
from nightaudit import transform
from nightaudit.errors import NightauditError
from nightaudit.machine_errors import is_resource_failure, remedy
from nightaudit.settings import Settings
from transform import raw_tables, village


@pytest.mark.parametrize(
    ("size", "what"), [pytest.param(1_500_000, "", marks=pytest.mark.long), (4_000_000, "stg_pms__.*work.duckdb.wal")]
)
def test_a_disk_that_gives_out_is_no_fault_of_the_data(
    size: int, what: str, tmp_path: Path, settings: Settings
) -> None:
    """Where dbt notes what it has read of the project, and where a model writes its table."""
    stays = [
        village.stay(number, "CHECKED_OUT", "2026-01-05", "2026-01-07", "30.00", unit=102)
        for number in range(1, 20_000)
    ]
    records = [("bookings", {"id": stay["roomStayId"], "roomStays": [stay]}) for stay in stays]
    work_file = raw_tables.fill(tmp_path / "private" / "work.duckdb", records, shape="nested")
    with (
        files_of_at_most(size),
        pytest.raises(NightauditError, match=rf"^The marts could not be built: {what}.*File too large") as told,
    ):
        transform.build(settings, work_file, select=["+stg_pms__room_stay_versions"], checked=False)
    assert 1 == told.value.exit_code
    assert "ulimit -f" in told.value.hint
    assert "A file published before is still in place" in told.value.hint


def test_what_gave_out_is_known_by_its_words() -> None:
    for said in (
        'TransactionContext Error: Failed to commit: Could not write file "work.duckdb.wal": No space left on device',
        "Out of Memory Error: could not allocate block of size 256.0 KiB (320.0 MiB/320.0 MiB used)",
        "IO Error: Could not write all bytes: Disk quota exceeded",
        "[Errno 13] Permission denied: 'data/private/dbt/logs/dbt.log'",
    ):
        assert is_resource_failure(said)
    assert not is_resource_failure("Conversion Error: Type INT64 with value 3000000000 can't be cast")
    assert "Free space on the disk of data" in remedy("Disk quota exceeded", Path("data"))
