import json
import re
import shutil
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
import yaml
from dbt.exceptions import ContractError

from nightaudit import schemas, transform
from nightaudit.errors import DataCheckError
from nightaudit.settings import Settings
from nightaudit.transform import reporting, runner
from transform import raw_tables, village
from transform.building import Built

MARTS = f"""select table_schema || '."' || table_name || '"', table_type, table_comment from information_schema.tables
           where table_schema in {schemas.PUBLISHED} order by all"""
VAST = "9999999999999.99"  # the largest amount that is read


def tables(built: Built) -> dict[str, list[Any]]:
    return {name: built.rows(f"from {name} order by all") for name, *_ in built.rows(MARTS)}


def test_every_variable_of_the_project_is_read_and_those_of_the_settings_are_set(settings: Settings) -> None:
    declared = yaml.safe_load((transform.project_dir() / "dbt_project.yml").read_text())["vars"]
    told = runner.variables_of(settings)
    assert {"closure_from_nights", "export_after_days", "horizon_days"} == declared.keys() - told.keys()
    assert told == {name: value for name, value in declared.items() if name in told}, "the defaults of the settings"
    folders = [transform.project_dir() / name for name in ("models", "macros", "tests")]
    texts = " ".join(path.read_text() for folder in folders for path in folder.rglob("*.sql"))
    assert declared.keys() == set(re.findall(r"""\b(?:var|setting)\(["'](\w+)["']""", texts))


def test_both_booking_shapes_give_equal_marts(built_village: Built, tmp_path: Path) -> None:
    flat = Built(tmp_path, village.records(), excluded_buildings=("9",), shape="flat", checked=False)
    with duckdb.connect(str(flat.work_file)) as connection:
        assert (
            len(village.STAYS)
            == connection.execute("select count(*) from raw.bookings where record_key like 'stay/%'").fetchall()[0][0]
        )
    nested_marts, flat_marts = tables(built_village), tables(flat)
    # Pseudonyms are keyed per data directory.
    contacts = nested_marts.pop('core."dim_contacts"'), flat_marts.pop('core."dim_contacts"')
    assert len(contacts[0]) == len(contacts[1]) == 4
    assert not {row[1] for row in contacts[0]} & {row[1] for row in contacts[1]}
    assert nested_marts == flat_marts
    assert len(nested_marts['occupancy."fct_stay_nights"']) > 80


def test_the_stay_seen_last_wins_and_what_cannot_be_read_is_listed(tmp_path: Path) -> None:
    work_file = tmp_path / "private" / "work.duckdb"
    raw_tables.fill(work_file, village.records())
    moved = village.stay(4, "CHECKED_OUT", "2026-01-05", "2026-01-07", "30.00", unit=102, contact=2)
    raw_tables.fill(
        work_file,
        [("bookings", {"id": 4, "roomStays": [moved], "currencyCode": "GBP", "channelId": 1})],
        shape="flat",
        seen="2026-02-01T00:00:00Z",
    )
    wrong = village.stay(99, "CONFIRMED", "2026-01-05", "2026-01-07", "three hundred", unit=103)
    vast = village.stay(97, "CONFIRMED", "2026-02-10", "2026-02-12", "4242.42", unit=103)
    absurd = village.stay(96, "CONFIRMED", "2026-02-12", "2026-02-14", "1e13", unit=103)
    raw_tables.fill(
        work_file,
        [
            ("bookings", {"id": 99, "roomStays": [wrong]}),
            ("bookings", {"id": 98, "createdDate": "soon", "roomStays": []}),
            ("bookings", {"id": 97, "currencyCode": "HKD", "roomStays": [vast]}),
            ("bookings", {"id": 96, "roomStays": [absurd]}),
            ("bookings", {"id": 95, "roomStays": [village.stay(95, " ", "2026-02-12", "2026-02-14", "5", unit=103)]}),
            village.invoice(8, "POSTED", "2026-02-01", "10000000000000", VAST, room_stay=1, totalNet="20.00"),
            village.receipt(7, "2026-02-20", VAST, None),
            ("guestStays", {"id": "G-1", "roomStayId": True}),
            ("developments", {"id": 7, "areaId": "north"}),
            ("units", {"id": 105, "buildingId": True}),
        ],
    )
    with duckdb.connect(str(work_file)) as connection:
        connection.execute(
            f"""update raw.bookings set payload = replace(payload, '{json.dumps(vast["netAmount"])}', '{VAST}')
                where record_key = '97'"""
        )
    built = Built(tmp_path, [], excluded_buildings=("Tset House", "test house", "Rue d'Eau", "9", "90"))
    assert 2 == built.one("select nights from occupancy.fct_room_stays where room_stay_id = 4")
    # A control: without the newer row the stay has three nights and one of them is shared.
    assert 0 == built.one("select sum(conflict_nights) from occupancy.fct_occupancy_daily")

    # In the same build, values that cannot be read: listed, also of records that no table has, warned of, and null.
    # Of the buildings to leave out three are not there.
    assert {
        "fields_are_typed (8 rows, for example: stream bookings, record_key 96, field roomStays.netAmount, times 1)",
        (
            "excluded_buildings_are_known (3 rows, for example: setting NIGHTAUDIT_EXCLUDED_BUILDINGS, building 90,"
            " which is the name or id of none)"
        ),
    } == set(built.report.warnings)
    assert [
        ("bookings", "96", "roomStays.netAmount", "9a99", 1),
        ("bookings", "98", "createdDate", "aaaa", 1),
        ("bookings", "99", "roomStays.netAmount", "aaaaa aaaaaaa", 1),
        ("developments", "7", "areaId", "aaaaa", 1),
        ("guest_stays", "G-1", "id", "a-9", 1),
        ("guest_stays", "G-1", "roomStayId", "aaaa", 1),
        ("sales_invoices", "8", "salesInvoiceItems.totalNet", "99999999999999", 1),
        ("units", "105", "buildingId", "aaaa", 1),
    ] == built.rows("from quality.fct_untyped_fields order by all")
    assert -1 == built.one("select building_id from core.dim_units where unit_id = 105")
    assert [(95, "stay without a status, not counted", "From 2026-02-12 to 2026-02-14")] == built.rows(
        "select record_id, kind, detail from quality.fct_exceptions where kind like '%status%'"
    )
    # And the largest amount, with all its digits, also where it is converted and summed.
    stays = "staging.stg_pms__room_stay_versions"
    assert Decimal(VAST) == built.one(f"select net_amount from {stays} where room_stay_id = 97")
    assert Decimal("1000000000000.00") == built.one(
        "select sum(earned_net_base) from revenue.fct_revenue_monthly where currency_code = 'HKD' and building_id = 1"
    )


def test_an_empty_portfolio_builds_to_empty_marts(tmp_path: Path) -> None:
    built = Built(tmp_path, [], checked=False)
    filled = {name for name, rows in tables(built).items() if rows}
    assert {'core."dim_dates"'} == filled
    assert 1 == built.one("select count(*) from core.dim_dates where date_day = date '2026-03-01'")
    assert [] == built.rows("from receivables.ageing('2026-03-01')")


def test_an_unknown_status_fails_the_build_by_name(tmp_path: Path) -> None:
    strange = village.stay(99, "WAITLISTED", "2026-01-05", "2026-01-07", "30.00", unit=102)
    with pytest.raises(
        DataCheckError,
        match=r"statuses_are_known \(1 row: room_stay_status WAITLISTED, stays 1, for_example 99,"
        r" which needs a line in dbt/seeds/room_stay_statuses.csv\)",
    ) as raised:
        Built(tmp_path, [*village.records(), ("bookings", {"id": 99, "roomStays": [strange]})])
    assert "compiled" in raised.value.hint


def test_columns_that_are_not_in_the_contract_fail_the_build_by_name(tmp_path: Path) -> None:
    """The message was cut after the head of dbt's table: what is below it was not to be seen."""
    contract, selected = (
        {"one": "DATE", "two": "BIGINT", "three": "DATE"},
        {"two": "INTEGER", "four": "VARCHAR", "three": "DATE"},
    )
    columns = [[{"name": name, "data_type": kind} for name, kind in of.items()] for of in (contract, selected)]
    message = str(ContractError(*columns))  # type: ignore[no-untyped-call]  # dbt has no types
    failed = SimpleNamespace(node=SimpleNamespace(name="fct_mart"), status="error", message=message, failures=None)
    with pytest.raises(DataCheckError) as raised:
        reporting.report_of_dbt([failed], tmp_path)
    assert (
        "fct_mart: its columns are not those of the contract in fct_mart.yml: four VARCHAR missing in contract,"
        " one DATE missing in definition, two INTEGER BIGINT data type mismatch"
    ) in raised.value.message


def test_a_slip_in_the_project_leaves_the_tables_that_are_there(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The project has one model, whose name has a hyphen: SQL has to quote it."""
    project, work_file = tmp_path / "dbt_project", tmp_path / "private" / "work.duckdb"
    for folder in (work_file.parent, project / "models"):
        folder.mkdir(parents=True)
    (project / "macros").mkdir()
    for name in ("profiles.yml", "macros/generate_schema_name.sql"):
        shutil.copy(transform.project_dir() / name, project / name)
    (project / "dbt_project.yml").write_text("{name: nightaudit, profile: nightaudit}")
    model = project / "models" / "my-model.sql"
    model.write_text("{{ config(materialized='table', schema='core') }} select 1 as one")
    monkeypatch.setattr(runner, "PACKAGE", tmp_path)
    for _ in ("by dbt", "replayed"):
        transform.build(settings, work_file)
    model.write_text("select {{ ref('my_modle') }}")
    with pytest.raises(DataCheckError, match="my_modle"):
        transform.build(settings, work_file)
    with duckdb.connect(str(work_file), read_only=True) as connection:
        assert [(1,)] == connection.execute('from core."my-model"').fetchall()


def test_a_field_written_otherwise_throughout_a_list_fails_the_build(tmp_path: Path) -> None:
    def written(collection: str, count: int, first: int = 1, **field: Any) -> list[Any]:
        return [(collection, {"id": number} | field) for number in range(first, first + count)]

    def booked(number: int, contact: str) -> Any:
        stays = [{"roomStayId": 10 * number + at} for at in range(5)]
        return "bookings", {"id": number, "createdDate": "31/12/2025", "bookingContactId": contact, "roomStays": stays}

    lists = [
        *written("activities", 10, dueDate="31.01.2026"),
        *written("unitContracts", 10, startDate="31.01.2026", breakDate="31/12/2025"),  # no model reads the second
        *written("financialAllocations_salesInvoices", 10, amount="5,00"),
        *written("guestStays", 9, checkInDate="31.01.2026"),  # fewer than ten are a warning
        *written("units", 10, buildingId="two"),  # and so are as many of a thousand
        *written("units", 1000, 11, buildingId="2"),
        *written("contacts", 10, createdDate="31/12/2025"),  # so is a field that services may leave out,
        *written("channels", 10, commission="a tenth"),  # or that is only shown,
        *written("bookings_financialSummary", 10, charges=[]),  # or with which figures are only compared
        *written("salesInvoices", 10, salesInvoiceItems=[{"id": 1, "quantity": "3 nights", "totalNet": 5}]),
        # Counted by bookings, not by the stays in them, of which forty are less than one in a hundred.
        *(booked(number, "none" if number <= 40 else "7") for number in range(1, 1001)),
    ]
    with pytest.raises(
        DataCheckError, match=r"fields_are_typed_mostly \(4 rows, for example: stream \w+, field \w+, records_"
    ):
        Built(tmp_path, lists, models="+fields_are_typed_mostly", replayed=False)


def test_no_file_stays_open_and_no_check_warns(built_village: Built) -> None:
    assert () == built_village.report.warnings
    with duckdb.connect(str(built_village.work_file)) as connection:
        connection.execute("create table raw.probe (one integer)")
        connection.execute("drop table raw.probe")


def test_the_project_is_read_once_whatever_folder_and_settings(built_village: Built, tmp_path: Path) -> None:
    def read(folder: str, **changed: str) -> Any:
        settings = built_village.settings.model_copy(update=changed)
        return runner.invoke(settings, tmp_path / folder / "work.duckdb", tmp_path / folder, "parse").result

    assert read("one") is read("other")
    assert read("one") is read("one", base_currency="SEK")


def test_nothing_is_written_into_the_project(settings: Settings, tmp_path: Path) -> None:
    """Before, a checkout in which somebody had followed docs/how-to/add-a-mart.md failed: `dbt test` leaves `dbt/target`."""

    def written() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in transform.project_dir().rglob("*")}

    before = written()
    assert runner.invoke(settings, tmp_path / "work.duckdb", tmp_path, "seed").success
    assert before == written()


def test_every_folder_of_marts_is_a_published_schema() -> None:
    """A mart in a folder of its own was built where nothing publishes it, and no check said so."""
    folders = {path.name for path in (transform.project_dir() / "models" / "marts").iterdir() if path.is_dir()}
    declared = yaml.safe_load((transform.project_dir() / "dbt_project.yml").read_text())["models"]["nightaudit"][
        "marts"
    ]
    configured = {name: set(given.values()) for name, given in declared.items() if not name.startswith("+")}
    assert {*schemas.PUBLISHED} == folders
    assert {name: {name} for name in schemas.PUBLISHED} == configured


def test_every_model_is_described() -> None:
    """Also the models that are not published, and that of a correction: its entry has the test of its key, too."""
    models = transform.project_dir() / "models"
    entries = [entry for file in models.rglob("*.yml") for entry in yaml.safe_load(file.read_text()).get("models", ())]
    assert {file.stem for file in models.rglob("*.sql")} == {entry["name"] for entry in entries if entry["description"]}


def test_every_mart_and_every_column_is_described(built_village: Built) -> None:
    assert [] == built_village.rows(
        f"""select schema_name, table_name, column_name from duckdb_columns()
           where schema_name in {schemas.PUBLISHED} and comment is null"""
    )
    marts = built_village.rows(MARTS)
    assert not [name for name, _, comment in marts if not comment]
    # Marts of one row for one of what they are made of are views in the work file, tables where they are published.
    assert {"BASE TABLE", "VIEW"} == {kind for _, kind, _ in marts}


def test_the_ageing_survives_a_copy_into_a_file_of_storage_version_1_2(built_village: Built, tmp_path: Path) -> None:
    fresh = tmp_path / "published.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{built_village.work_file}' as work (read_only)")
        connection.execute(f"attach '{fresh}' as fresh (storage_version 'v1.2.0')")
        connection.execute("create schema fresh.receivables")
        for table in ("fct_invoice_balance_intervals", "fct_sales_invoices"):
            connection.execute(f"create table fresh.receivables.{table} as from work.receivables.{table}")
        ((definition, parameters),) = connection.execute(
            """select macro_definition, parameters from duckdb_functions()
               where database_name = 'work' and function_name = 'ageing'"""
        ).fetchall()
        connection.execute("use fresh")
        connection.execute(f"create macro receivables.ageing({', '.join(parameters)}) as table {definition}")
        connection.execute("use memory")
    with duckdb.connect(str(fresh), read_only=True) as connection:
        assert [(3,)] == connection.execute("select count(*) from receivables.ageing(date '2026-02-20')").fetchall()
        assert [(3,)] == connection.execute("select count(*) from receivables.ageing('2026-02-20')").fetchall()
