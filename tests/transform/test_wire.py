import re
from pathlib import Path

import pytest

from nightaudit.client.records.properties import Building, Unit
from nightaudit.load.fields.declared import dictionary
from nightaudit.settings import Settings
from nightaudit.transform import project_dir, staged, wire, wire_fields


def test_the_committed_macros_are_those_of_the_records() -> None:
    folder = project_dir() / "macros" / "wire"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.sql")}
    assert wire.render() == committed, "run `make records`"


def test_a_field_renamed_in_the_record_is_renamed_in_the_macros_and_keeps_our_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert '"availableFrom":"VARCHAR"' in wire.struct(Unit)
    monkeypatch.setattr(Unit.model_fields["available_from"], "alias", "firstNight")
    assert '"firstNight":"VARCHAR"' in wire.struct(Unit)
    assert '"firstNight"\') }} as "available_from"' in wire.render()["unit.sql"]


def test_a_field_with_two_names_is_read_under_both_and_known_by_both() -> None:
    """A service that names its buildings `buildingName` had none with a name, and no unit was placed in its building."""
    assert '"name":"VARCHAR","buildingName":"VARCHAR"' in wire.struct(Building)
    row = "{{ row }}"
    both = f'coalesce(nullif({row}."name", \'\'), nullif({row}."buildingName", \'\')) as "name"'
    assert both in wire.render()["building.sql"]
    known = dictionary(Settings(_env_file=None))["buildings"]
    assert {
        "name": "value",
        "buildingName": "value",
        "address.postCode": "value",
        "postCode": "value",
    }.items() <= known.items()
    assert ["Quay", "Quay"] == [Building.model_validate({key: "Quay"}).name for key in ("name", "buildingName")]


def test_macros_of_records_that_are_gone_are_removed(tmp_path: Path) -> None:
    (tmp_path / "gone.sql").write_text("old")
    wire.write(tmp_path)
    assert not (tmp_path / "gone.sql").exists()
    assert [] == wire.write(tmp_path)


def test_a_model_reads_every_macro_and_checks_the_fields_of_every_record() -> None:
    models = " ".join(path.read_text(encoding="utf-8") for path in (project_dir() / "models").rglob("*.sql"))
    made = re.findall(r"{% macro (\w+)\(", " ".join(wire.render().values()))
    assert len(made) > 4 * len(staged.STAGED)
    assert [] == [name for name in made if not re.search(rf"\b{name}\(", models)]


def test_staging_parses_no_field_that_no_model_reads() -> None:
    """A stamp of units that was written as 31/12/2025 throughout failed the build, although no model reads it."""
    sources = [path.read_text(encoding="utf-8") for path in (project_dir() / "models").rglob("*.sql")]
    unread = []
    for record in staged.STAGED:
        text = " ".join(source for source in sources if f"{wire.snake(record)}_fields(" in source)
        columns = [column for column, *_ in wire_fields.leaves(record)]
        unread += [column for column in columns if not re.search(rf"\b{column}\b", text)]
    # The parts of a price are declared once, and read elsewhere.
    assert ["total__vat", "due__net", "due__vat"] == unread
