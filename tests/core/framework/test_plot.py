import pytest
import torch

from metricore import MaxMetric, MeanMetric, MetricCollection
from tests.core.framework.metrics import Error, Pair

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def heights(ax):
    return [line.get_ydata()[0] for line in ax.get_lines() if len(line.get_xdata()) == 1]


def test_a_value():
    metric = Error()
    metric.update(torch.ones(2), torch.zeros(2))
    figure, ax = metric.plot()
    assert figure is ax.get_figure()
    assert heights(ax) == [1.0]
    assert ax.get_title() == "Error"
    assert "lower is better" in [text.get_text() for text in ax.texts]


def test_several_values_are_a_line():
    _, ax = Error().plot([torch.tensor(1.0), torch.tensor(3.0), 2.0])
    (line,) = ax.get_lines()
    assert list(line.get_ydata()) == [1.0, 3.0, 2.0]
    assert ax.get_xlabel() == "Step"


def test_a_vector_is_a_point_for_each_element():
    _, ax = Error().plot(torch.tensor([1.0, 3.0, 2.0]))
    assert heights(ax) == [1.0, 3.0, 2.0]


def test_vectors_over_steps_are_a_line_each():
    _, ax = Error().plot([torch.tensor([1.0, 3.0]), torch.tensor([2.0, 4.0])])
    assert [list(line.get_ydata()) for line in ax.get_lines()] == [[1.0, 2.0], [3.0, 4.0]]


def test_a_dict_is_a_named_point_for_each_entry():
    metric = Pair()
    metric.update(torch.ones(2))
    _, ax = metric.plot()
    assert heights(ax) == [1.0, 3.0]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["low", "high"]


def test_dicts_over_steps_are_a_named_line_each():
    _, ax = Pair().plot([{"low": 1.0, "high": 2.0}, {"low": 3.0, "high": 4.0}])
    assert {line.get_label(): list(line.get_ydata()) for line in ax.get_lines()} == {"low": [1, 3], "high": [2, 4]}


def test_bounds_are_drawn_and_given_axes_used():
    class Bounded(Error):
        plot_lower_bound, plot_upper_bound = 0.0, 1.0

    _, given = plt.subplots()
    _, ax = Bounded().plot(torch.tensor(0.5), ax=given)
    assert ax is given
    assert [line.get_ydata()[0] for line in ax.get_lines() if len(line.get_xdata()) == 2] == [0.0, 1.0]


def test_what_cannot_be_drawn():
    with pytest.raises(ValueError, match="Expected a tensor, a number, a dict or a list of these to plot, got str"):
        Error().plot("much")


def test_a_collection_is_drawn_apart_or_together():
    metrics = MetricCollection({"mean": MeanMetric(), "max": MaxMetric()}, prefix="p_")
    metrics.update(torch.tensor([1.0, 3.0]))
    drawn = metrics.plot()
    assert [heights(ax) for _, ax in drawn] == [[2.0], [3.0]]
    _, ax = metrics.plot(together=True)
    assert heights(ax) == [2.0, 3.0]
    steps = [metrics(torch.tensor([1.0, 3.0])), metrics(torch.tensor([5.0]))]
    assert [list(ax.get_lines()[0].get_ydata()) for _, ax in metrics.plot(steps)] == [[2.0, 5.0], [3.0, 5.0]]
    with pytest.raises(ValueError, match="Expected one axes for each of 2 metrics, got 1"):
        metrics.plot(ax=[ax])
