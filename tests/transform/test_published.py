"""After every change the published file holds what a new one would, and no more of it is written than has to be."""

from __future__ import annotations

import datetime
import os
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from nightaudit import publishing, schemas
from nightaudit.publishing import copying
from nightaudit.publishing.checksums import ORIGINS
from nightaudit.settings import Settings
from nightaudit.transform import script
from transform import raw_tables, village
from transform.back_dated import BACK_DATED
from transform.kept import EVERYTHING, Kept, booking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from nightaudit.transform.script import Step

ONE_BY_ONE = os.environ.get("NIGHTAUDIT_TEST_CHANGES", "1") != "1"
TOGETHER = 1 if ONE_BY_ONE else 3  # changes between two publications
SETTINGS: list[dict[str, Any]] = [{"excluded_buildings": ("2",)}, {"publish_names": True}]
NEXT_MONTH = datetime.date(2026, 4, 2)
NIGHTS = {path: origin for path, origin in ORIGINS.items() if origin.relation.startswith("intermediate.")}
ANOTHER_AMOUNT = booking(8, "CHECKED_OUT", "2026-01-12", "2026-01-14", "45.00", building=1)


class Published(Kept):
    """A village whose marts are published again and again; `written` are the tables of the last time that were written whole."""

    written: list[str]

    def publish(self, **given: Any) -> Path:
        self.written.clear()
        return publishing.publish(self.mend(checked=False, **given).settings)

    def standing(self) -> dict[str, list[Any]]:
        """Large tables of the work file, row by row."""
        with duckdb.connect(str(self.work_file), read_only=True) as connection:
            return {path: connection.execute(f"from {path} order by all").fetchall() for path in ORIGINS}

    def differing(self, path: Path) -> list[str]:
        """Tables that are not in the file as they are in the work file, with their comments."""
        with duckdb.connect(str(self.work_file), read_only=True) as connection:
            connection.execute(f"attach '{path}' as published (read_only)")
            names = {name for (name,) in connection.execute(EVERYTHING).fetchall()}
            among = [name for name in names if name.partition(".")[0] in schemas.PUBLISHED]
            told = "select schema_name || '.' || table_name from duckdb_tables() where database_name = 'published'"
            there = {name for (name,) in connection.execute(told).fetchall()}
            comments = f"""select count(*) from (
                select schema_name, table_name, column_name, comment from duckdb_columns() where database_name = '{{}}'
                and schema_name in {schemas.PUBLISHED} and comment is not null)"""
            counted = [connection.execute(comments.format(name)).fetchall() for name in ("work", "published")]
            assert counted[0] == counted[1] > [(100,)]
            return sorted(
                name
                for name in {*among} | there
                if name not in there
                or connection.execute(f"from {name} order by all").fetchall()
                != connection.execute(f"from published.{name} order by all").fetchall()
            )


WAYS = {"mended always": pytest.param(0, marks=pytest.mark.long), "mended where few rows changed": copying.MENDED_UP_TO}
either_way = pytest.mark.parametrize("work", WAYS.values(), ids=WAYS, indirect=True)
mended_always = pytest.mark.parametrize("work", [0], ids=["mended always"], indirect=True)
# Where it makes no difference how many rows changed, the one way in which more is mended, and both in `make proofs`.
always = either_way if ONE_BY_ONE else mended_always


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Published]:
    work = Published(tmp_path_factory.mktemp("published"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(copying, "MENDED_UP_TO", request.param)
        work.written, replace = [], copying._replace

        def watched(connection: duckdb.DuckDBPyConnection, relation: Any) -> None:
            work.written.append(relation.path)
            replace(connection, relation)

        patched.setattr(copying, "_replace", watched)
        work.load(records=list(village.records()))
        assert [] == work.differing(work.publish())
        assert ORIGINS.keys() < {*work.written}
        yield work


@either_way
def test_after_every_change_the_file_is_what_a_new_one_would_be(work: Published) -> None:
    everything, counted = len(work.written), []
    for number, (name, change) in enumerate(BACK_DATED.items(), 1):
        work.load(**change())
        if number % TOGETHER:
            continue
        assert [] == work.differing(work.publish()), name
        counted.append(len(work.written))
    print(f"tables written after each change, of {everything}: {counted}")
    assert sum(count < everything for count in counted) > len(counted) / 2


@always
def test_the_file_stays_where_nothing_changed_and_says_when_it_was_found_right(work: Published) -> None:
    path = work.publish()
    os.utime(path, (0, 0))  # a change of its time makes it another file than the one that is known
    work.publish()
    before, inode = path.read_bytes(), path.stat().st_ino
    published = path.stat().st_mtime_ns
    assert (path, []) == (work.publish(), work.written)
    assert (before, inode) == (path.read_bytes(), path.stat().st_ino)
    assert path.stat().st_mtime_ns > published
    work.publish()
    assert (inode, []) == (path.stat().st_ino, work.written)


@either_way
def test_one_stay_that_changed_has_only_its_rows_written(work: Published) -> None:
    work.publish()
    work.load(records=[ANOTHER_AMOUNT])
    assert [] == work.differing(work.publish())
    assert "revenue.fct_revenue_monthly" in work.written
    mended = NIGHTS if copying.MENDED_UP_TO else ORIGINS  # of the others, few rows are many of a village's
    assert not mended.keys() & {*work.written}
    assert "receivables.fct_sales_invoices" not in work.written


@always
def test_what_somebody_wrote_into_the_file_is_gone_with_the_next(work: Published) -> None:
    path = work.publish()
    with duckdb.connect(str(path)) as connection:
        connection.execute("delete from occupancy.fct_stay_nights")
    assert ["occupancy.fct_stay_nights"] == work.differing(path)
    assert [] == work.differing(work.publish())


@mended_always
def test_certificates_are_those_that_the_build_has_seen_by_day_in_utc(work: Published) -> None:
    def walk(day: str) -> None:
        walks = [{"walk_id": day, "stream": "rates", "ended_at": f"{day}T{hour}:00:00Z"} for hour in ("01", "23")]
        raw_tables.fill(work.work_file, [], walks=walks)

    def last_walk(path: Path) -> Any:
        with duckdb.connect(str(path), read_only=True) as connection:
            return connection.execute("select max(walk_id) from quality.fct_walk_certificates").fetchone()

    walk("2026-01-30")
    work.publish().unlink()
    walk("2026-01-31")  # nothing is built of it
    assert ("2026-01-30",) == last_walk(publishing.publish(Settings.read(data_dir=work.folder)))
    walk("2026-02-01")
    path = work.publish()
    assert [] == work.differing(path)
    assert ("2026-02-01",) == last_walk(path)
    assert "quality.fct_walk_certificates" not in work.written
    day = ORIGINS["quality.fct_walk_certificates"].key
    with duckdb.connect(str(work.work_file), read_only=True) as connection:
        for zone in ("UTC", "Pacific/Auckland"):  # that of the machine, by default
            connection.execute(f"set TimeZone = '{zone}'")
            days = connection.execute(f"select distinct {day} from quality.fct_walk_certificates").fetchall()
            assert 3 == len(days)


@pytest.mark.long
@always
def test_after_a_build_of_some_models(work: Published) -> None:
    other_amount = booking(8, "CHECKED_OUT", "2026-01-12", "2026-01-15", "46.00", building=1)
    work.load(records=[ANOTHER_AMOUNT])
    work.publish()
    work.load(records=[other_amount])
    assert [] == work.differing(work.publish(models="+int_room_stays"))
    assert [] == work.differing(work.publish())
    work.load(records=[ANOTHER_AMOUNT])
    assert [] == work.differing(work.publish(models="+int_room_stays"))
    work.load(records=[other_amount])  # the views show what they did when they were last noted
    assert [] == work.differing(work.publish())


@pytest.mark.long
@always
def test_after_a_change_of_settings_the_file_is_a_new_one(work: Published) -> None:
    work.publish()
    for given in SETTINGS:
        assert [] == work.differing(work.publish(**given))
        assert ORIGINS.keys() < {*work.written}


@pytest.mark.long
@mended_always  # in the other way, a new month is many rows of a village's tables
def test_another_business_date_has_only_changed_rows_written(work: Published) -> None:
    work.publish()
    before = work.standing()
    assert [] == work.differing(work.publish(today=NEXT_MONTH))
    assert not ORIGINS.keys() & {*work.written}
    changed = {name for name, rows in work.standing().items() if rows != before[name]}
    of_a_kept_table = {*NIGHTS}
    assert changed & of_a_kept_table, sorted(changed)
    assert changed - of_a_kept_table, sorted(changed)  # of itself
    assert [] == work.differing(work.publish())


@always
def test_a_name_that_was_published_is_nowhere_in_the_file_when_it_is_gone(work: Published) -> None:
    first, second = (
        ("contacts", {"id": 1, "contactType": "PERSON", "firstName": name, "lastName": "Ashdown"})
        for name in ("Ottoline", "Wilhelmina")
    )
    contacts = {"models": "+dim_contacts"}  # which alone read the setting
    work.load(records=[first])
    assert b"Ottoline" in work.publish(publish_names=True, **contacts).read_bytes()
    work.load(records=[second])
    path = work.publish(publish_names=True, **contacts)
    assert b"Ottoline" not in path.read_bytes()
    assert b"Wilhelmina" in path.read_bytes()
    assert b"Wilhelmina" not in work.publish(**contacts).read_bytes()


@always
def test_the_rows_of_a_night_come_of_their_origin_alone(work: Published) -> None:
    """Views read no other table, neither the date nor a setting: rows are as they were where the fingerprint is."""
    work.publish()
    kept = [script.find(key, work.folder) for key in [*script._in_memory]]
    steps = {step.node: step for found in kept if found for step in found}
    relations = {node: step.relation for node, step in steps.items() if step.relation}
    by_path = {".".join(relation.place): steps[node] for node, relation in relations.items()}

    def views_of(view: Step) -> list[Step]:
        """A view, and the views that it reads."""
        read = [steps[node] for node in view.parents if relations[node].kind == "view"]
        return [view, *(deeper for each in read for deeper in views_of(each))]

    for path, origin in NIGHTS.items():
        views = views_of(by_path[path])
        read = {node for view in views for node in view.parents} - {view.node for view in views}
        assert {origin.relation} == {".".join(relations[node].place) for node in read}
        assert not any(view.dates or "private." in "".join(view.making) for view in views)
        with duckdb.connect(str(work.work_file), read_only=True) as connection:
            columns = {column[0] for column in connection.execute(f"from {origin.relation} limit 0").description}
        assert {origin.checksum, origin.key} <= columns
