"""dbt reads its project once for all builds of a test run, not once for every business date."""

from __future__ import annotations

import importlib
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar
from unittest import mock

from dbt.cli.main import dbtRunner, dbtRunnerResult

if TYPE_CHECKING:
    from collections.abc import Iterator


dbt_build = importlib.import_module("nightaudit.transform.build")  # the package's `build` is the function


class ParsedOnce(dbtRunner):
    """A runner that keeps what it parsed, by project and settings; the business date is no part of what is parsed."""

    known: ClassVar[dict[str, Any]] = {}

    def invoke(self, args: list[str], **more: Any) -> dbtRunnerResult:
        """As the runner of dbt does, without the parsing."""
        options = args[args.index("--project-dir") :]
        settings = json.loads(options[options.index("--vars") + 1])
        key = json.dumps([options[1], settings | {"today": ""}])
        if key not in self.known:
            parsed = super().invoke(["parse", *options], **more)
            if not parsed.success:
                return parsed
            self.known[key] = parsed.result
        self.manifest = self.known[key]
        return super().invoke(args, **more)


@contextmanager
def parsed_once() -> Iterator[None]:
    """Builds inside share what was parsed, and keep their large tables whatever the size of the portfolio."""
    with mock.patch("dbt.cli.main.dbtRunner", ParsedOnce), kept_tables():
        yield


@contextmanager
def kept_tables() -> Iterator[None]:
    """Builds inside replace in their large tables what changed, as they do for thousands of units."""
    given = dbt_build._variables
    with mock.patch.object(dbt_build, "_variables", lambda settings: given(settings) | {"incremental_from_units": 0}):
        yield
