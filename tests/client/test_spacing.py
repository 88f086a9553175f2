"""How far apart requests are sent to a service that refuses those that are closer; on a clock of the test's own."""

from random import Random

import pytest

from client.limits import Allows, bucket
from nightaudit.client import spacing as module
from nightaudit.client.spacing import Spacing

PAUSE = 1.0  # seconds after each refusal, as after the first 429 of a kind


def by_chance(part: float) -> Allows:
    """Refuse this part of the requests, however far apart they are."""
    random = Random(7)
    return lambda _: random.random() >= part


def ask(
    spacing: Spacing, allows: Allows, *, answers: int, latency: float = 0.01, jitter: float = 0.0, start: float = 0.0
) -> tuple[float, int]:
    """Ask one request after the other; return the time after so many answers, and the number of refusals."""
    random, now, refused, answered = Random(7), start, 0, 0
    while answered < answers:
        sent_at, now = now, now + latency + random.uniform(0, jitter)
        if allows(now):
            spacing.answered(sent_at)
            answered += 1
            now = max(now, sent_at + spacing.seconds)
        else:
            spacing.refused(sent_at)
            refused += 1
            now += PAUSE
    return now, refused


class Never(Spacing):
    """What the others are measured against: nothing but pauses."""

    seconds = 0.0


@pytest.mark.parametrize("jitter", [0, 0.02])
@pytest.mark.parametrize(
    ("rate", "burst", "part_used"),
    [(25, 1, 0.4), (10, 1, 0.6), (3, 1, 0.75), (25, 3, 0.6), (10, 2, 0.7), (10, 5, 0.8), (2, 3, 0.95)],
)
def test_a_limit_of_few_at_once_is_used_and_seldom_met(
    rate: float, burst: float, part_used: float, jitter: float
) -> None:
    took, refused = ask(Spacing(PAUSE), bucket(rate, burst), answers=800, jitter=jitter)
    unspaced, refusals = ask(Never(PAUSE), bucket(rate, burst), answers=800, jitter=jitter)
    assert part_used < 800 / rate / took
    assert took < 1.02 * unspaced
    assert 15 * refused < 800
    assert 6 * refused < refusals


def test_a_limit_that_allows_many_at_once_spaces_nothing() -> None:
    spacing = Spacing(PAUSE)
    ask(spacing, bucket(20, module.RUN + 1), answers=200, latency=0.001)
    assert 0 == spacing.seconds


@pytest.mark.parametrize(("part", "latency"), [(0.05, 0.003), (0.1, 0.003), (0.1, 0.05), (0.3, 0.003), (0.3, 0.05)])
def test_refusals_by_chance_are_not_long_taken_for_a_limit(part: float, latency: float) -> None:
    took, refused = ask(Spacing(PAUSE), by_chance(part), answers=600, latency=latency)
    unspaced, _ = ask(Never(PAUSE), by_chance(part), answers=600, latency=latency)
    assert 30 < refused
    assert took < 1.8 * unspaced


def test_refusals_of_every_other_request_are_by_chance() -> None:
    spacing = Spacing(PAUSE)
    for number in range(module.ENOUGH + module.BY_CHANCE):
        assert spacing.is_possible
        spacing.answered(number)
        spacing.refused(number + 0.5)
    assert 0 == spacing.seconds


def test_requests_are_at_most_so_far_apart_as_often_proved_to_be_enough() -> None:
    """As where somebody else uses the same key for a while."""
    spacing = Spacing(PAUSE)
    now, _ = ask(spacing, lambda _: True, answers=module.RUN + 1, latency=0.05)
    for _ in range(50):
        spacing.refused(now)
        for _ in range(module.FEW):
            now += 0.2
            spacing.answered(now)
    spacing.refused(now)
    assert 0.05 * module.SLACK == pytest.approx(spacing.seconds)


def test_no_request_waits_for_longer_than_a_pause() -> None:
    spacing, longest = Spacing(PAUSE), 0.0
    for number in range(200):
        for _ in range(module.FEW):
            spacing.answered(7 * number)
        spacing.refused(7 * number)
        longest = max(longest, spacing.seconds)
    assert PAUSE == longest


@pytest.mark.parametrize("refusals", range(module.ENOUGH))
def test_nothing_is_spaced_before_enough_refusals(refusals: int) -> None:
    """Those that come one after the other count once: after a minute's quota, too, all are refused for a while."""
    spacing = Spacing(PAUSE)
    for number in range(refusals):
        spacing.answered(number)
        for _ in range(10):
            spacing.refused(number + 0.5)
    assert 0 == spacing.seconds


@pytest.mark.parametrize("pause", [PAUSE, PAUSE / 4])
def test_a_limit_that_is_gone_spaces_nothing(pause: float) -> None:
    spacing = Spacing(pause)
    now, _ = ask(spacing, bucket(10, 1), answers=400)
    assert 0.08 < spacing.seconds < 0.16
    later, _ = ask(spacing, lambda _: True, answers=400, start=now)
    assert later - now < 4 + 35 * pause
    ask(spacing, lambda _: True, answers=2000, latency=0.001, start=later)
    assert not spacing.is_possible


def test_answers_may_come_in_another_order_than_they_were_asked_for() -> None:
    """One that had been sent long before does not make the others seem to be further apart, or closer."""
    spacing = Spacing(PAUSE)
    ask(spacing, bucket(10, 1), answers=400)
    before = spacing.seconds
    spacing.answered(-1e6)
    assert 0.5 * before < spacing.seconds < 2 * before
    assert spacing.is_possible
