"""How far apart requests are sent to a service that answers no two of them at once; on a clock of the test's own."""

from collections.abc import Callable
from random import Random

import pytest

from nightaudit.client.spacing import Spacing

Allows = Callable[[float], bool]
PAUSE = 1.0  # seconds after each refusal, as after the first 429 of a kind


def one_each(seconds: float) -> Allows:
    """A limit without burst: allow what comes so long after the last request that was allowed."""
    allowed_at = -1e9

    def allows(now: float) -> bool:
        nonlocal allowed_at
        if now - allowed_at < seconds:
            return False
        allowed_at = now
        return True

    return allows


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
@pytest.mark.parametrize(("seconds", "part_used"), [(0.04, 0.25), (0.1, 0.4), (0.35, 0.7)])
def test_a_limit_without_burst_is_used_and_seldom_met(seconds: float, part_used: float, jitter: float) -> None:
    took, refused = ask(Spacing(PAUSE), one_each(seconds), answers=400, jitter=jitter)
    unspaced, refusals = ask(Never(PAUSE), one_each(seconds), answers=400, jitter=jitter)
    assert part_used < 400 * seconds / took
    assert took < 0.6 * unspaced
    assert refused < 400 / 8 < 390 < refusals


def test_a_limit_that_allows_two_at_once_spaces_nothing() -> None:
    first, second = one_each(0.2), one_each(0.2)
    spacing = Spacing(PAUSE)
    ask(spacing, lambda now: first(now) or second(now), answers=50)
    assert 0 == spacing.seconds


def test_refusals_by_chance_space_nothing() -> None:
    random, spacing = Random(7), Spacing(PAUSE)
    _, refused = ask(spacing, lambda _: random.random() > 0.2, answers=300)
    assert 50 < refused
    assert 0 == spacing.seconds


def test_refusals_for_another_reason_are_forgotten() -> None:
    """As when somebody else uses the same key."""
    spacing = Spacing(PAUSE)
    for number in range(4):
        spacing.answered(number)
        spacing.refused(number + 0.95)
    assert 0.9 < spacing.seconds, "each may have come too early"
    ask(spacing, one_each(0.1), answers=200, start=4.0)
    assert spacing.seconds < 0.15


def test_no_request_waits_for_longer_than_a_pause() -> None:
    spacing = Spacing(PAUSE)
    ask(spacing, one_each(7), answers=20)
    assert PAUSE >= spacing.seconds


def test_nothing_is_spaced_before_the_first_refusal() -> None:
    spacing = Spacing(PAUSE)
    ask(spacing, lambda _: True, answers=3, latency=5)
    assert 0 == spacing.seconds


def test_a_limit_that_is_gone_spaces_nothing() -> None:
    spacing = Spacing(PAUSE)
    now, _ = ask(spacing, one_each(0.1), answers=200)
    assert spacing.seconds > 0.09
    ask(spacing, lambda _: True, answers=60, start=now)
    assert not spacing.is_possible


def test_answers_may_come_in_another_order_than_they_were_asked_for() -> None:
    spacing = Spacing(PAUSE)
    for sent_at in (1.0, 0.5, 1.4):
        spacing.answered(sent_at)
    for _ in range(3):
        spacing.refused(1.3)
    assert 0 == spacing.seconds, "it was sent before one that was answered"
    for _ in range(3):
        spacing.refused(1.41)
    assert 0.4 == pytest.approx(spacing.seconds)


def test_what_is_refused_long_after_an_answer_did_not_come_too_early() -> None:
    spacing = Spacing(PAUSE)
    for sent_at in (1.0, 1.1):
        spacing.answered(sent_at)
    for _ in range(3):
        spacing.refused(1.5)
    assert 0 == spacing.seconds
