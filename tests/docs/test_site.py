"""The documentation builds as a site without a broken link, and the site asks nothing of any host."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from documented import REPOSITORY

ASKED_FOR = re.compile(
    r"<(?:script|link|img|iframe)[^>]+(?:src|href)=[\"']?(?:https?:)?//[^>]*>|url\((?:https?:)?//|@import"
)


def build(place: Path, out: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
    return subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    done = build(REPOSITORY, out)
    assert 0 == done.returncode, done.stderr
    return out


def test_the_site_asks_nothing_of_any_host(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in {".html", ".css"}]
    assert len(files) > 15
    found = {path.name: ASKED_FOR.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {} == {name: asked for name, asked in found.items() if asked}
    assert ASKED_FOR.search('<script src="https://cdn.example.com/x.js"></script>')


def test_pages_beside_the_code_and_files_they_point_at_are_in_it(site: Path) -> None:
    for path in (
        "project/CHANGELOG.html",
        "project/dbt/DECISIONLOG.html",
        "project/pipelines/nightaudit/load/streams/table.py",
    ):
        assert (site / path).exists(), path


def test_each_page_has_the_colours_and_the_narrow_tables_of_this_site(site: Path) -> None:
    assert (site / "site.css").exists()
    pages = [path for path in site.rglob("*.html") if path.name != "404.html"]
    assert [] == [path.name for path in pages if 'site.css" rel="stylesheet"' not in path.read_text(encoding="utf-8")]


def test_a_broken_link_fails(tmp_path: Path) -> None:
    for path in ("docs", "dbt"):
        shutil.copytree(REPOSITORY / path, tmp_path / path, ignore=shutil.ignore_patterns("target", "logs"))
    for path in ("mkdocs.yml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(REPOSITORY / path, tmp_path / path)
    with (tmp_path / "docs" / "tutorial.md").open("a") as page:
        page.write("[nowhere](nowhere.md) [no heading](how-to/connect.md#no-such-heading)\n")
    done = build(tmp_path, tmp_path / "out")
    assert 0 != done.returncode
    assert "nowhere.md" in done.stderr
    assert "no-such-heading" in done.stderr


def test_the_navigation_has_a_start_and_four_kinds_of_pages() -> None:
    """That each page has its place there, strict mode of the site sees to."""
    nav = yaml.safe_load((REPOSITORY / "mkdocs.yml").read_text())["nav"]
    assert ["Start", "Tutorial", "How to", "Reference", "Explanation"] == [next(iter(entry)) for entry in nav]
