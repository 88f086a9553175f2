"""PyAirbyte with a declarative source into its DuckDB cache, then the SQL that opens what the cache keeps as JSON."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))
from contest import Task, task, token
from json_schema import schema
from opened import open_lists
from shapes import LISTS, Shape


def stream(name: str, path: str, shape: Shape, page_size: int) -> dict[str, Any]:
    return {
        "type": "DeclarativeStream",
        "name": name,
        "primary_key": ["id"],
        "retriever": {
            "type": "SimpleRetriever",
            "requester": {
                "type": "HttpRequester",
                "url_base": "{{ config['base_url'] }}",
                "path": path,
                "http_method": "GET",
                "authenticator": {"type": "BearerAuthenticator", "api_token": "{{ config['token'] }}"},
                "request_parameters": {"sort": "id,asc"},
            },
            "record_selector": {
                "type": "RecordSelector",
                "extractor": {"type": "DpathExtractor", "field_path": ["content"]},
            },
            "paginator": {
                "type": "DefaultPaginator",
                "page_token_option": {
                    "type": "RequestOption",
                    "inject_into": "request_parameter",
                    "field_name": "page",
                },
                "page_size_option": {"type": "RequestOption", "inject_into": "request_parameter", "field_name": "size"},
                "pagination_strategy": {
                    "type": "PageIncrement",
                    "page_size": page_size,
                    "start_from_page": 0,
                    "inject_on_first_request": True,
                },
            },
        },
        "schema_loader": {"type": "InlineSchemaLoader", "schema": {**schema(shape), "type": "object"}},
    }


def sync(work: Task) -> None:
    folder = str(work.folder)
    os.environ |= {"DO_NOT_TRACK": "1", "AIRBYTE_OFFLINE_MODE": "1"}  # it asks a registry and reports otherwise
    os.environ |= {"AIRBYTE_PROJECT_DIR": folder, "AIRBYTE_LOGGING_ROOT": folder, "AIRBYTE_TEMP_DIR": folder}
    import airbyte

    manifest = {
        "version": "7.0.0",
        "type": "DeclarativeSource",
        "check": {"type": "CheckStream", "stream_names": ["bookings"]},
        "streams": [stream(name, path, shape, work.page_size) for name, (path, shape) in LISTS.items()],
        "spec": {
            "type": "Spec",
            "connection_specification": {
                "type": "object",
                "properties": {"base_url": {"type": "string"}, "token": {"type": "string"}},
            },
        },
        "concurrency_level": {"type": "ConcurrencyLevel", "default_concurrency": work.concurrency},
    }
    source = airbyte.get_source(
        "source-pms",
        config={"base_url": work.base_url, "token": token(work.base_url)},
        source_manifest=manifest,
    )
    source.select_all_streams()
    cache = airbyte.caches.DuckDBCache(db_path=work.database, schema_name="pms")
    source.read(cache=cache)
    cache.close()


if __name__ == "__main__":
    the_task = task()
    with the_task.phase("sync"):
        sync(the_task)
    open_lists(the_task)
