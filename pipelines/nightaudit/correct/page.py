"""The approver's page: one self-contained HTML file with everything a plan would do."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from nightaudit.correct.show import COLUMNS, lines, summary

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.correct.entries import Plan
    from nightaudit.correct.journal import Journal

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: #1a1a1a }
h1 { font-size: 1.4rem } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .25rem .6rem; vertical-align: top }
thead th { border-bottom: 2px solid #444 } tbody tr { border-top: 1px solid #e2e2e2 }
td.n { text-align: right; font-variant-numeric: tabular-nums } td.before { text-decoration: line-through; color: #777 }
tr.conflict td { background: #fdecea } tr.skip td { color: #777 } dt { float: left; width: 9rem; color: #555 }
dd { margin: 0 0 .2rem 9rem } code { font-size: .85em; overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none } }
"""


def write_page(journal: Journal, plan: Plan, out: Path) -> Path:
    """Write the page and return its path; nothing in it comes from elsewhere."""
    figures = summary(journal, plan)
    totals = ", ".join(f"{amount} {currency}".strip() for currency, amount in figures["totals"].items()) or "none"
    facts = {
        "State": f"{figures['state']} ({', '.join(f'{n} {state}' for state, n in figures['states'].items())})",
        "Service": figures["environment"],
        "Rows": f"{figures['rows']} from {figures['source']}: {figures['to_send']} to send,"
        f" {figures['to_skip']} to skip, {figures['conflicts']} in conflict",
        "Money moved": totals,
        "Also happens": "; ".join(figures["effects"]) or "nothing",
        "Made": f"{figures['created']}, expires {figures['expires']}",
        "Approved by": figures["approved_by"] or "nobody yet",
        "Digest": figures["digest"],
    }
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(str(value))}</dd>" for name, value in facts.items())
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in COLUMNS)
    kind = ""
    body = []
    for line in lines(plan, journal.rows(plan.plan_id)):
        kind = str(line[8]).partition(":")[0] if line[0] != "" else kind
        body.append(f'<tr class="{escape(kind)}">{"".join(map(_cell, COLUMNS, line))}</tr>')
    title = f"{figures['job']}: plan {figures['plan_id']}"
    how = f"nightaudit correct approve {plan.plan_id}"
    out.write_text(
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><dl>{listed}</dl><p>To approve: <code>{escape(how)}</code></p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></html>\n",
        encoding="utf-8",
    )
    return out


def _cell(column: str, value: Any) -> str:
    kind = {"row": "n", "amount": "n", "before": "before"}.get(column, "")
    return f'<td class="{kind}">{escape("" if value is None else str(value))}</td>'
