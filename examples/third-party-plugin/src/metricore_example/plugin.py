"""What metricore reads to list the metrics; nothing heavy is imported here."""

from collections.abc import Mapping, Sequence

from metricore import MetricSpec, hookimpl


@hookimpl
def metricore_metrics() -> list[MetricSpec]:
    """Return the metrics of this package."""
    return [
        MetricSpec(
            name="mean_squared_angular_error",
            target="metricore_example.metrics:MeanSquaredAngularError",
            aliases=("angular_mse",),
            summary="Mean of the squared differences of angles, the short way round",
            domain="regression",
            higher_is_better=False,
            lower_bound=0.0,
        )
    ]


@hookimpl
def metricore_conformance() -> Mapping[str, Sequence[object]]:
    """Return the cases for ``metricore check``."""
    from metricore_example._cases import CASES

    return {"mean_squared_angular_error": CASES}
