"""Brings the pages that stand beside the code into the site, and leads links to where their targets stand there.

A link to a file of the code that no page shows leads to a copy of that file, so that the site is whole without the repository.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

REPOSITORY = Path(__file__).parents[1]
BESIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "dbt/DECISIONLOG.md")
DOCS, PROJECT = "docs/", "project/"
LINK = re.compile(r"(\]\()(?!\w+:|#)([^)#\s]+)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages beside the code, below `project/`."""
    for path in BESIDE:
        files.append(_file(path, config))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Lead each link to where its target stands in the site; a target that does not exist is left for mkdocs to name."""
    here = page.file.src_uri
    in_repository = here.removeprefix(PROJECT) if here.startswith(PROJECT) else DOCS + here

    def led(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(in_repository), found[2]))
        there = target.removeprefix(DOCS) if target.startswith(DOCS) else PROJECT + target
        if files.get_file_from_path(there) is None and (REPOSITORY / target).is_file():
            files.append(_file(target, config))
        return found[1] + posixpath.relpath(there, posixpath.dirname(here) or ".")

    return LINK.sub(led, markdown)


def _file(path: str, config: Any) -> File:
    return File.generated(config, PROJECT + path, abs_src_path=str(REPOSITORY / path))
