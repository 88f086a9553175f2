"""Renders the page at `/docs`: the OpenAPI document for people, in one HTML page that loads nothing else."""

from __future__ import annotations

from html import escape
from typing import Any

_HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body{{font:15px/1.45 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem}}
summary{{cursor:pointer;padding:.25rem 0}} code{{font:13px ui-monospace,monospace}}
pre{{overflow:auto;background:#f4f4f4;padding:.6rem}} b{{display:inline-block;width:4.5rem}}
.GET{{color:#075}} .POST{{color:#06c}} .PUT{{color:#850}} .PATCH{{color:#a06}} .DELETE{{color:#c00}}
</style></head><body><h1>{title} {version}</h1>
<p>{count} operations. For machines: <a href="{document}"><code>{document}</code></a>. Get a token with
<code>POST {token}</code> (client credentials), or send the key as <code>X-Auth-Token</code>.</p>
"""


def docs_page(document: dict[str, Any], address: str) -> str:
    """Return the HTML page of an OpenAPI document that is served at `address`."""
    flows = document["components"]["securitySchemes"]["oauth2"]["flows"]
    operations = [
        (operation["tags"][0], method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    head = _HEAD.format(
        title=escape(document["info"]["title"]),
        version=escape(document["info"]["version"]),
        count=len(operations),
        document=address,
        token=escape(flows["clientCredentials"]["tokenUrl"]),
    )
    parts, last = [head], ""
    for tag, method, path, operation in operations:
        if tag != last:
            parts.append(f"<h2>{escape(tag.replace('_', ' '))}</h2>")
            last = tag
        parts.append(_operation(method, path, operation))
    parts.append("<h2>records</h2>")
    parts += [
        f"<details><summary>{escape(name)}</summary><pre>{_schema(schema)}</pre></details>"
        for name, schema in sorted(document["components"]["schemas"].items())
    ]
    return "\n".join([*parts, "</body></html>"])


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    earlier = " (earlier revisions)" if operation.get("deprecated") else ""
    names = ", ".join(_parameter(row) for row in operation["parameters"]) or "none"
    bodies = operation.get("requestBody", {}).get("content", {})
    body = "".join(f"<p>Body: {escape(kind)}</p><pre>{_schema(item['schema'])}</pre>" for kind, item in bodies.items())
    answers = "".join(
        f"<li>{status}: {escape(answer['description'])}</li>" for status, answer in operation["responses"].items()
    )
    title = f'<b class="{method}">{method}</b> <code>{escape(path)}</code> {escape(operation["operationId"])}'
    does = f"<p>{escape(operation['summary'])}</p><p>Parameters: {names}</p>"
    return f"<details><summary>{title}{earlier}</summary>{does}{body}<ul>{answers}</ul></details>"


def _parameter(row: dict[str, Any]) -> str:
    return f"<code>{escape(row['name'])}</code>{' *' if row.get('required') else ''}"


def _schema(schema: dict[str, Any]) -> str:
    """Return field names with their types, one per line; mandatory fields are marked with `*`."""
    required = schema.get("required", [])
    lines = [
        f"{name}{' *' if name in required else ''}: {_type(field)}"
        for name, field in schema.get("properties", {}).items()
    ]
    return escape("\n".join(lines) or _type(schema))


def _type(field: dict[str, Any]) -> str:
    """Return the type in words; of a field with a choice of values, these values."""
    if "anyOf" in field:
        return " or ".join(_type(kind) for kind in field["anyOf"])
    if "enum" in field:
        return " or ".join(value or "null" for value in field["enum"])
    if "items" in field:
        return f"list of {_type(field['items'])}"
    return str(field.get("format") or field.get("type") or field["$ref"].rpartition("/")[2])
