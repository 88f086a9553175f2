"""Every model and test can be read by Spark too, where neither Spark nor Java is installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from transform import rendered, spark_sql

MANY = 40  # tables; a query that read 144 took a third of a build of 10,140 units
DIALECT = Path(__file__).parents[2] / "dbt" / "macros"
REFUSED = {  # of each construct that was met in a model of DuckDB, a statement that has it, and what names it
    "select a from t qualify row_number() over (partition by a order by b) = 1": "qualify",
    "select * exclude (a) from t": "exclude",
    "select * replace (a + 1 as a) from t": "replace",
    "select a from t union all by name select a from u": "by name",
    "with recursive r as (select 1 as n union all select n + 1 from r) select n from r": "reads itself",
    "select distinct on (a) a, b from t": "distinct on",
    "select a::date from t": "`::`",
    'select a as "b" from t': '"b"',
    "select 'the unit''s life' from t": "text_of",
    "select [x + 1 for x in a] from t": "list_of",
    "select list_sort(a) from t": "list_sort",
    "select filter(a, lambda x: x > 1) from t": "no SQL",
    "select {'a': 1} as s from t": "no SQL",
    "select [1, 2] as list from t": "list_of",
    "select a // 2 from t": "no SQL",
    "select string_agg(a, ', ') from t": "string_agg",
    "select date_add(a, explode(b)) from t": "generator",
}
ALLOWED = """select `b`, a[0].c, cast(d as decimal(18, 2)), transform(a, x -> x.c), filter(a, x -> x is not null)[0]
from t where e = 'it\\'s'"""


@pytest.fixture(scope="module")
def sql(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NIGHTAUDIT_BUSINESS_DATE", "2026-03-01")
        return rendered.rendered(tmp_path_factory.mktemp("rendered"))


@pytest.mark.long
def test_spark_can_read_every_model_and_test(sql: dict[str, str]) -> None:
    assert len(sql) > 140
    assert {} == {name: found for name, text in sql.items() if (found := spark_sql.refused(text))}


@pytest.mark.long
@pytest.mark.slow
def test_spark_plans_no_model_many_times_over(sql: dict[str, str]) -> None:
    assert {} == {name: read for name, text in sql.items() if (read := spark_sql.tables_read(text)) > MANY}


def test_no_rows_are_fetched_of_a_statement_that_has_none() -> None:
    """A Thrift server returns none, not an empty list: each build on a cluster ended with "'NoneType' object is not iterable"."""
    macros = "".join(path.read_text(encoding="utf-8") for path in DIALECT.rglob("*.sql"))
    assert {"describe"} == {*re.findall(r"run_query\('(\w+)", macros)}


def test_a_cte_counts_for_each_that_reads_it() -> None:
    twice = "{0} as (select * from {1} union all select * from {1})"
    assert 4 == spark_sql.tables_read(f"with {twice.format('a', 's.t')}, {twice.format('b', 'a')} select * from b")


@pytest.mark.parametrize("statement", REFUSED)
def test_a_construct_of_duckdb_is_named(statement: str) -> None:
    named = spark_sql.refused(statement)
    assert any(REFUSED[statement] in name for name in named), named


def test_what_spark_can_read_is_let_through() -> None:
    assert [] == spark_sql.refused(ALLOWED)


def test_every_macro_of_the_dialect_has_its_twin() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(DIALECT.rglob("*.sql")))
    defined = {engine: set(re.findall(rf"macro {engine}__(\w+)\(", text)) for engine in ("duckdb", "spark", "default")}
    dispatched = set(re.findall(r"adapter\.dispatch\('(\w+)'\)", text))
    assert len(dispatched) > 40
    for engine in ("duckdb", "spark"):
        assert set() == dispatched - defined[engine] - defined["default"], f"without a macro of {engine}"
