"""The request budget for child lists is divided fairly, and used completely."""

from hypothesis import given
from hypothesis import strategies as st

from nightaudit.load.children.shares import fair_shares

NEEDS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.integers(0, 3_000), max_size=8)


@given(NEEDS, st.integers(0, 5_000))
def test_all_is_given_away_and_none_starves(wanted: dict[str, int], budget: int) -> None:
    shares = fair_shares(wanted, budget)
    assert wanted.keys() == shares.keys()
    assert min(budget, sum(wanted.values())) == sum(shares.values())
    assert all(0 <= shares[name] <= wanted[name] for name in wanted)
    unserved = [shares[name] for name in wanted if shares[name] < wanted[name]]
    assert not unserved or max(shares.values()) <= min(unserved) + 1


def test_first_come_first_served_would_have_left_the_last_without() -> None:
    wanted = {"activities_notes": 900, "bookings_pricing": 8_000, "contacts_notes": 8_000}
    assert {"activities_notes": 333, "bookings_pricing": 333, "contacts_notes": 334} == fair_shares(wanted, 1_000)
