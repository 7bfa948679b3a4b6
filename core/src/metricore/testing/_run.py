"""Checks: every law for every metric and case, run one by one or all together."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Union, cast

import torch

from metricore._errors import PluginWarning
from metricore._registry import registry
from metricore.testing import (
    _checks_accelerator,
    _checks_copies,
    _checks_distributed,
    _checks_forward,
    _checks_life,
    _checks_merging,
    _checks_spec,
    _checks_values,
)
from metricore.testing._case import Case
from metricore.testing._laws import Law
from metricore.testing._subject import Subject

if TYPE_CHECKING:
    from metricore._metric import Metric
    from metricore._spec import MetricInfo

MetricOrName = Union["type[Metric]", str]
Cases = Sequence[Case]
State = Literal["passed", "failed", "expected failure"]

_MODULES = (
    *(_checks_values, _checks_spec, _checks_merging, _checks_forward),
    *(_checks_life, _checks_copies, _checks_distributed, _checks_accelerator),
)
LAWS = {law.name: law for module in _MODULES for law in vars(module).values() if isinstance(law, Law)}
"""All laws by name, in the order in which they are checked."""


@dataclass(frozen=True)
class Check:
    """One law for one metric with one case; calling it raises an AssertionError where the law does not hold.

    Args:
        id: `Metric-law`, or `Metric-case-law` where the case has settings or a name.
        law: the law.
        subject: metric and case.
        reason: why the law is expected not to hold; then it is an error if it does.
    """

    id: str
    law: Law
    subject: Subject
    reason: str | None = None

    def __call__(self) -> None:
        """Raise an AssertionError if the law does not hold, or if it holds and was expected not to."""
        problem = self.problem()
        if self.reason is None and problem is not None:
            text, cause = problem
            raise AssertionError(f"{self.id}: {self.law.statement} -- but not for {self.subject}: {text}") from cause
        if self.reason is not None and problem is None:
            raise AssertionError(
                f"{self.id}: expected to fail for {self.subject} ({self.reason}), but the law holds: "
                f"{self.law.statement}; take it out of expected_failures"
            )

    def problem(self) -> tuple[str, Exception] | None:
        """What is against the law, or `None`."""
        with warnings.catch_warnings(), torch.random.fork_rng(devices=[]):
            warnings.simplefilter("ignore", UserWarning)  # what a metric warns of is not a law's business
            torch.manual_seed(0)
            try:
                self.law.check(self.subject)
            except AssertionError as error:
                return str(error), error
            except Exception as error:
                return f"{type(error).__name__}: {error}", error
        return None


@dataclass(frozen=True)
class Outcome:
    """What became of a check.

    Args:
        id: id of the check.
        state: `"passed"`, `"failed"` or `"expected failure"`.
        detail: what is wrong, or why a failure was expected.
    """

    id: str
    state: State
    detail: str


def checks_for(
    metric: MetricOrName, cases: Cases | None = None, expected_failures: Mapping[str, str] | None = None
) -> list[Check]:
    """All checks of a metric, without running them.

    Args:
        metric: a class, or the name of a registered metric.
        cases: settings, data and values; by default those of the metric's plugin.
        expected_failures: reasons by id of a check, for laws that do not hold.

    Raises:
        ValueError: there are no cases, or an expected failure names no check.
    """
    info, metric_class = _resolved(metric)
    if cases is None:
        if info is None:
            raise ValueError(f"{metric!r} is not registered, so its cases must be given")
        cases = cast("Cases", registry.conformance(info.id))
    if not cases:
        raise ValueError(f"there is no case to check {metric_class.__name__} with; give one, or let its plugin do so")
    reasons = dict(expected_failures or {})
    checks: list[Check] = []
    for label, case in _labelled(cases):
        subject = Subject(metric_class, case, info)
        unknown = case.expected_failures.keys() - LAWS.keys()
        if unknown:
            raise ValueError(f"expected_failures of a case must name laws ({', '.join(LAWS)}), got {sorted(unknown)}")
        for law in LAWS.values():
            if law.name in case.expected_failures or _applies(law, subject):
                name = "-".join(filter(None, (metric_class.__name__, label, law.name)))
                reason = reasons.pop(name, case.expected_failures.get(law.name))
                checks.append(Check(name, law, subject, reason))
    if reasons:
        raise ValueError(f"expected_failures must name checks of {metric_class.__name__}, got {sorted(reasons)}")
    return checks


def outcomes(checks: Iterable[Check]) -> Iterator[Outcome]:
    """Run checks one after the other."""
    for check in checks:
        try:
            check()
        except AssertionError as error:
            yield Outcome(check.id, "failed", str(error))
        else:
            yield Outcome(check.id, "passed" if check.reason is None else "expected failure", check.reason or "")


def check_metric(
    metric: MetricOrName, cases: Cases | None = None, expected_failures: Mapping[str, str] | None = None
) -> None:
    """Run all checks of a metric.

    Args:
        metric: a class, or the name of a registered metric.
        cases: settings, data and values; by default those of the metric's plugin.
        expected_failures: reasons by id of a check, for laws that do not hold; it is an error if one does.

    Raises:
        AssertionError: a law does not hold; the message has all of them.

    Examples:
        >>> import torch
        >>> from metricore import SumMetric
        >>> check_metric(SumMetric, [Case({}, [(torch.tensor([1.0, 2.0]),)], expected=3.0)])
    """
    failed = [outcome.detail for outcome in outcomes(checks_for(metric, cases, expected_failures))
              if outcome.state == "failed"]  # fmt: skip
    if failed:
        raise AssertionError("\n".join(failed))


def parametrize_with_checks(
    metrics: Iterable[MetricOrName | tuple[MetricOrName, Cases]], expected_failures: Mapping[str, str] | None = None
) -> Callable[[Any], Any]:
    """Decorate a test that takes `check` and calls it, so that it runs once for every check.

    Args:
        metrics: metrics, each a class or a name, with its cases as a pair; a name alone has those of its plugin.
        expected_failures: reasons by id of a check, for laws that do not hold; it is an error if one does.
    """
    import pytest

    checks: list[Check] = []
    reasons = dict(expected_failures or {})
    for entry in metrics:
        metric, cases = entry if isinstance(entry, tuple) else (entry, None)
        own = _resolved(metric)[1].__name__
        mine = {name: reasons.pop(name) for name in list(reasons) if name.startswith(f"{own}-")}
        checks += checks_for(metric, cases, mine)
    if reasons:
        raise ValueError(f"expected_failures must name checks of the metrics, got {sorted(reasons)}")
    return pytest.mark.parametrize("check", [pytest.param(check, id=check.id) for check in checks])


def _resolved(metric: MetricOrName) -> tuple[MetricInfo | None, type[Metric]]:
    """What the registry knows of a metric, and its class."""
    if isinstance(metric, str):
        return registry.info(metric), registry.get(metric)
    name = metric.__name__
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PluginWarning)  # what other plugins lack is not this metric's fault
            info = registry.info(name)
    except LookupError:
        return None, metric
    same = info.class_name == name and registry.get(info.id) is metric
    return (info if same else None), metric


def _labelled(cases: Cases) -> Iterator[tuple[str, Case]]:
    """Cases with labels that differ."""
    seen: dict[str, int] = {}
    for case in cases:
        if not isinstance(case, Case):
            raise TypeError(f"expected cases to be metricore.testing.Case, got {type(case).__name__}")
        seen[case.label] = seen.get(case.label, 0) + 1
        yield (case.label if seen[case.label] == 1 else f"{case.label}#{seen[case.label]}"), case


def _applies(law: Law, subject: Subject) -> bool:
    try:
        return law.applies(subject)
    except Exception:  # the metric cannot be built: let every law say so
        return True
