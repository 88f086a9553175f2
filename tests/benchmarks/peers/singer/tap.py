"""A tap of the measured lists with the Singer SDK: page numbers, declared schemas, nested lists as arrays of objects."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from singer_sdk import RESTStream, Stream, Tap
from singer_sdk import typing as th
from singer_sdk.pagination import BasePageNumberPaginator

sys.path.append(str(Path(__file__).parents[1]))
from json_schema import schema
from shapes import LISTS, Shape


class Pages(BasePageNumberPaginator):
    """Asks for the next page until the service says that it was the last."""

    def has_more(self, response: Any) -> bool:
        return not response.json()["last"]


class RecordStream(RESTStream[int]):
    """One list."""

    records_jsonpath = "$.content[*]"
    primary_keys = ("id",)

    @property
    def url_base(self) -> str:
        return str(self.config["base_url"])

    @property
    def http_headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.config['token']}"}

    def get_new_paginator(self) -> Pages:
        return Pages(0)

    def get_url_params(self, context: Any, next_page_token: int | None) -> dict[str, Any]:  # noqa: ARG002 - the hook's signature
        return {"page": next_page_token or 0, "size": self.config["page_size"], "sort": "id,asc"}


class PmsTap(Tap):
    """The measured lists."""

    name = "tap-pms"
    config_jsonschema = th.PropertiesList(
        th.Property("base_url", th.StringType, required=True),
        th.Property("token", th.StringType, required=True),
        th.Property("page_size", th.IntegerType, required=True),
    ).to_dict()

    def discover_streams(self) -> list[Stream]:
        return [self.stream(table, path, shape) for table, (path, shape) in LISTS.items()]

    def stream(self, table: str, path: str, shape: Shape) -> RecordStream:
        kind = type(table, (RecordStream,), {"name": table, "path": path})
        found: RecordStream = kind(tap=self, schema=schema(shape))
        return found


if __name__ == "__main__":
    PmsTap.cli()
