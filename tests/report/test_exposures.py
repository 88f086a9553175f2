"""The exposures of the dbt project name what the report and each notebook read: to change a mart is to know who looks at it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "pipelines" / "nightaudit" / "report"
PAGES = {"report": MODULES / "page.py"} | {f"{path.stem}_notebook": path for path in (ROOT / "notebooks").glob("*.py")}
IMPORT = re.compile(r"from nightaudit\.report(?:\.(\w+))? import (\([^)]*\)|.*)")
MART = re.compile(r"\b(?:core|occupancy|revenue|receivables|quality)\.((?:dim|fct)_\w+|ageing|on_the_books)\b")
BEHIND: dict[str, set[str]] = {
    "ageing": {"fct_invoice_balance_intervals", "fct_sales_invoices"},
    "on_the_books": {"fct_on_the_books_changes"},
    "fct_corrections": set(),  # the journal's own table, no model
}


def exposures() -> dict[str, set[str]]:
    """Exposure to the models it depends on."""
    known = yaml.safe_load((ROOT / "dbt" / "models" / "exposures.yml").read_text(encoding="utf-8"))
    return {
        item["name"]: {re.sub(r"ref\('(\w+)'\)", r"\1", ref) for ref in item["depends_on"]}
        for item in known["exposures"]
    }


def read_by(path: Path, seen: set[Path] | None = None) -> set[str]:
    """The models whose marts the queries of a page, and of the modules it uses, name."""
    seen = set() if seen is None else seen
    if path in seen:
        return set()
    seen.add(path)
    text = path.read_text(encoding="utf-8")
    found: set[str] = set()
    for name in MART.findall(text):
        found |= BEHIND.get(name, {name})
    for module, imported in IMPORT.findall(text):
        names = re.findall(r"\w+", imported)
        for used in [module] if module else names:
            if (MODULES / f"{used}.py").exists():
                found |= read_by(MODULES / f"{used}.py", seen)
    return found


def test_every_notebook_and_the_report_is_an_exposure() -> None:
    assert set(PAGES) == set(exposures())


@pytest.mark.parametrize("name", PAGES)
def test_an_exposure_depends_on_what_its_queries_read(name: str) -> None:
    assert read_by(PAGES[name]) == exposures()[name]


def test_what_a_page_reads_is_found() -> None:
    currencies = {"fct_dso_monthly", "fct_occupancy_daily", "fct_revenue_monthly"}
    assert {*currencies, "fct_walk_certificates", "fct_excluded_buildings"} == read_by(PAGES["revenue_notebook"])
