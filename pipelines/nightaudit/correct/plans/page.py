"""Writes the approver's page: one self-contained HTML file with everything that a plan would do."""

from __future__ import annotations

from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING, Any

from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal import states
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.plans.page_style import STYLE
from nightaudit.correct.plans.show import MOST_EFFECTS, changes, summary, text
from nightaudit.correct.run import changed_part
from nightaudit.correct.shortened import shortened
from nightaudit.files import HTML, write_for_owner

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal

HEADS = {"row n": "Row", "record": "Record", "change": "Before and after", "amount n": "Amount", "what": "What happens"}


def write_page(journal: Journal, plan: Plan, out: Path) -> Path:
    """Write the page, readable by its owner only, and return its path. The page loads nothing from elsewhere.

    Rows that will not be sent come before those that will. Raises UsageError when the file cannot be written, or is not a page.
    """
    figures = summary(journal, plan)
    rows = journal.rows(plan.plan_id)
    title = f"{plan.job}: plan {plan.plan_id}"
    sending = [row for row in rows if row.outlook == SEND]
    others = [row for row in rows if row.outlook != SEND]
    origin = f"{_count(len(rows), 'row')} from {escape(text(plan.source))}, for {escape(plan.environment)}"
    parts = [
        f"<h1>{escape(title)}</h1><p class=soft>{origin}</p>",
        _tiles(figures),
        _next(plan, figures),
        _effects(figures),
        _table(
            plan,
            "Not to be sent",
            "Rows that already have the wanted values, or that a rule of the API forbids.",
            others,
        ),
        _table(
            plan,
            "To be sent",
            "Sent in this order, one at a time. Each record is read again before and after.",
            sending,
        ),
        _facts(plan, figures),
    ]
    head = f"<meta charset=utf-8><meta name=viewport content='width=device-width'><title>{escape(title)}</title>"
    body = f"<body><main>{''.join(parts)}</main></body>"
    page = f"<!doctype html><html lang=en><head>{head}<style>{STYLE}</style></head>{body}</html>\n"
    return write_for_owner(out, page, *HTML)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _tiles(figures: dict[str, Any]) -> str:
    totals = [f"{Decimal(amount):,f} {currency}".strip() for currency, amount in figures["totals"].items()]
    tiles = [
        ("To send", f"{figures['to_send']:,}", ""),
        ("Skipped", f"{figures['to_skip']:,}", ""),
        ("In conflict", f"{figures['conflicts']:,}", "bad" if figures["conflicts"] else ""),
        ("Money moved", "<br>".join(map(escape, totals)) or "none", ""),
    ]
    return (
        "<ul class=tiles>"
        + "".join(f"<li class='{kind}'>{name}<b>{value}</b></li>" for name, value, kind in tiles)
        + "</ul>"
    )


def _next(plan: Plan, figures: dict[str, Any]) -> str:
    """Return the paragraph that says how to approve the plan, or what has become of it."""
    if plan.state == states.PLANNED and figures["to_send"]:
        how = f"nightaudit correct approve {plan.plan_id}"
        return f"<p class=next>To approve, before {_moment(plan.expires)}: <code>{escape(how)}</code></p>"
    counted = ", ".join(f"{count:,} {state}" for state, count in figures["states"].items())
    by = f" by {escape(plan.approved_by)}, {_moment(plan.approved_at or '')}" if plan.approved_by else ""
    bad = " bad" if any(figures["states"].get(state) for state in states.BAD) else ""
    return f"<p class='next{bad}'>{plan.state}{by}. Rows now: {escape(counted)}.</p>"


def _effects(figures: dict[str, Any]) -> str:
    """Return the remarks on rows; of more than MOST_EFFECTS the others by kind, because each is also beside its row."""
    remarks = shortened([text(effect) for effect in figures["effects"]], MOST_EFFECTS, " (each is beside its row)")
    listed = "".join(f"<li>{escape(remark)}</li>" for remark in remarks)
    return f"<h2>Also</h2><ul class=plain>{listed}</ul>" if listed else ""


def _table(plan: Plan, title: str, explanation: str, rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    heads = "".join(f"<th scope=col class='{kind}'>{name}</th>" for kind, name in HEADS.items())
    body = "".join(_row(plan, row) for row in rows)
    caption = f"<caption>{_count(len(rows), 'row')}. {explanation}</caption>"
    return f"<h2>{title}</h2><table>{caption}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _row(plan: Plan, row: Row) -> str:
    changed = ""
    for path, before, after in changes(plan, row):
        old = f"<del>{escape(before)}</del> → " if before else ""
        changed += f"<dt>{escape(path)}</dt><dd>{old}<ins>{escape(after) or 'empty'}</ins></dd>"
    amount = f"{row.amount:,f} {row.currency or ''}".strip() if row.amount is not None else ""
    what = [f"<span class=said>{escape(text(row.outlook))}</span>", *(escape(text(effect)) for effect in row.effects)]
    if row.state != states.PLANNED:
        what.append(f"<b>{row.state}</b> {escape(text(row.why))}")
    if plan.has_tokens:
        what.append(f"<small>{row.token}</small>")
    record = text(changed_part(job_named(plan.job), row))
    cells = (str(row.number), escape(record), f"<dl>{changed}</dl>", escape(amount), "<br>".join(what))
    shown = "".join(
        f"<td class='{kind}'{f' data-name={name}' if kind.endswith(' n') and cell else ''}>{cell}</td>"
        for (kind, name), cell in zip(HEADS.items(), cells, strict=True)
    )
    return f"<tr class='{escape(row.outlook.partition(':')[0])}'>{shown}</tr>"


def _facts(plan: Plan, figures: dict[str, Any]) -> str:
    facts = {
        "Made": _moment(plan.created),
        "Expires": _moment(plan.expires),
        "Undo of": plan.undo_of,
        "Digest": figures["digest"],
    }
    listed = "".join(f"<dt>{name}</dt><dd><code>{escape(value)}</code></dd>" for name, value in facts.items() if value)
    return f"<h2>About this plan</h2><dl class=facts>{listed}</dl>"


def _moment(instant: str) -> str:
    return f"{instant[:10]} {instant[11:16]} UTC"
