"""Rates whose rows have no id, as running clients read them, are known by their code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import pytest

from client.loopback import Asked, Exchange, asked_page
from load.conftest import answering, current, load_list
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings


@contextmanager
def serving(rates: dict[str, Json], data_dir: Path, *, by_id: bool) -> Iterator[Settings]:
    """A list of rates in the order of their codes, which answers a code by key or, as ids are numbers, does not."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        *_, above, last = asked.path.split("/")
        if above == "rates":
            found = None if by_id else rates.get(unquote(last))
            exchange.json(found or {"message": "none"}, 200 if found else 404)
            return
        query = dict(asked.query)
        rows = sorted(rates.values(), key=lambda rate: rate["rateCode"], reverse=query.get("sort", "").endswith("desc"))
        exchange.json(asked_page(rows, query))

    with answering(respond, data_dir) as settings:
        yield settings


def rate(code: str, amount: str) -> Json:
    return {
        "name": f"Rate {code}",
        "rateCode": code,
        "rateType": "DAILY",
        "rates": [{"date": "2026-03-02", "amount": amount}],
    }


@pytest.mark.parametrize("answered_by", ["code", "id"])
def test_rates_without_an_id_are_loaded_by_their_code(answered_by: str, tmp_path: Path) -> None:
    rates = {code: rate(code, "90") for code in (f"BAR {number:02}" for number in range(25))}
    with serving(rates, tmp_path, by_id=answered_by == "id") as settings:
        first = load_list(settings, "rates")
        assert ("loaded", True, 25) == (first.outcome, first.complete, first.new)
        rates["BAR 03"] = rate("BAR 03", "95")
        rates["WEEKLY"] = rate("WEEKLY", "500")
        del rates["BAR 07"]
        second = load_list(settings, "rates")
        assert (1, 1) == (second.new, second.changed)
        if answered_by == "code":
            assert (True, 1) == (second.complete, second.gone)
        else:  # nothing but a second load shows that a rate is gone
            assert (False, 0) == (second.complete, second.gone)
            third = load_list(settings, "rates")
            assert (True, 1) == (third.complete, third.gone)
        assert current(settings, "rates").keys() == rates.keys()


def test_a_rate_with_neither_an_id_nor_a_code_fails_its_list(tmp_path: Path) -> None:
    rates = {"A": rate("A", "90"), "": rate(" ", "80")}
    with serving(rates, tmp_path, by_id=False) as settings:
        summary = load_list(settings, "rates")
    assert "failed" == summary.outcome
    assert "neither `id` nor `roomStayId`" in summary.reason
