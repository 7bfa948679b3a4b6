"""What is drawn for rankings."""

import pytest

from metricore.retrieval import RetrievalPrecisionRecallCurve, RetrievalRecall, RetrievalRecallAtFixedPrecision
from tests.core.retrieval.data import rankings

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_precision_over_recall():
    metric = RetrievalPrecisionRecallCurve(max_k=6)
    precision, recall, _ = metric(*rankings())
    _, ax = metric.plot()
    (line,) = ax.lines
    assert line.get_xdata().tolist() == pytest.approx(recall.tolist())
    assert line.get_ydata().tolist() == pytest.approx(precision.tolist())
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Recall", "Precision")


@pytest.mark.parametrize("metric", [RetrievalRecall(top_k=(1, 5)), RetrievalRecallAtFixedPrecision(0.2)])
def test_points(metric):
    metric.update(*rankings())
    _, ax = metric.plot()
    assert ax.get_title() == type(metric).__name__
