"""What is drawn for results of classification: numbers, names and lines, not pixels."""

import numpy as np
import pytest
import torch

from metricore import MetricCollection, MetricTracker
from tests.core.classification.data import choices, decisions, make

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")

CURVES = {"ROC": (0, 1), "PrecisionRecallCurve": (1, 0), "DetectionErrorTradeoff": (0, 1)}  # what x and y are
LABELS = ["cat", "dog", "eel"]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def scores(classes, n=120):
    target = torch.arange(n) % classes
    logits = torch.randn(n, classes, generator=torch.Generator().manual_seed(0))
    return (logits + 2 * torch.nn.functional.one_hot(target, classes)).softmax(1), target


def updated(metric, *batch):
    metric.update(*batch)
    return metric


def cells(ax):
    return [text.get_text() for text in ax.texts]


def named(axis):
    return [text.get_text() for text in axis.get_ticklabels()]


def curves(ax):
    """Lines that stand for data, not for the diagonal."""
    return [line for line in ax.get_lines() if len(line.get_xdata()) > 2]


def colour_bars(figure):
    return [ax for ax in figure.axes if ax.get_label() == "<colorbar>"]


# -- confusion matrices ------------------------------------------------------------------------------------------


def test_a_binary_matrix_has_its_counts():
    metric = updated(make("BinaryConfusionMatrix"), torch.tensor([0, 0, 0, 1, 1, 1]), torch.tensor([0, 0, 0, 1, 1, 0]))
    figure, ax = metric.plot()
    assert cells(ax) == ["3", "1", "0", "2"]
    assert ax.get_title() == "BinaryConfusionMatrix"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Predicted class", "True class")
    assert named(ax.xaxis) == named(ax.yaxis) == ["0", "1"]
    assert colour_bars(figure) == []


def test_names_of_classes_and_shares():
    metric = updated(make("MulticlassConfusionMatrix", 3, normalize="true"), *scores(3))
    _, ax = metric.plot(labels=LABELS)
    assert named(ax.xaxis) == named(ax.yaxis) == LABELS
    assert cells(ax) == [f"{share:.2f}" for share in metric.compute().flatten().tolist()]
    np.testing.assert_array_equal(ax.images[0].get_array(), metric.compute().double())


def test_text_stands_out_from_its_cell():
    _, ax = make("BinaryConfusionMatrix").plot(torch.tensor([[100, 0], [45, 100]]))
    assert [text.get_color() for text in ax.texts] == ["white", "black", "black", "white"]


def test_large_numbers_are_short_and_what_is_undefined_is_a_dash():
    _, ax = make("BinaryConfusionMatrix").plot(torch.tensor([[12345, 9999], [1234567, 0]]))
    assert cells(ax) == ["12.3k", "9999", "1.23M", "0"]
    _, ax = make("BinaryConfusionMatrix").plot(torch.tensor([[0.25, 0.75], [torch.nan, torch.nan]]))
    assert cells(ax) == ["0.25", "0.75", "-", "-"]


def test_weights_give_counts_that_are_not_whole():
    batch = torch.tensor([0, 1, 1]), torch.tensor([0, 1, 0]), torch.tensor([2.0, 1.5, 1.0])
    assert cells(updated(make("BinaryConfusionMatrix"), *batch).plot()[1]) == ["2", "1", "0", "1.5"]


def test_many_classes_are_all_named_without_zeros():
    metric = updated(make("MulticlassConfusionMatrix", 40), *scores(40, 800))
    figure, ax = metric.plot(labels=[f"class {i}" for i in range(40)])
    assert named(ax.xaxis) == named(ax.yaxis) == [f"class {i}" for i in range(40)]
    assert {label.get_rotation() for label in ax.get_xticklabels()} == {90.0}
    assert cells(ax) == [str(count) for count in metric.compute().flatten().tolist() if count]
    assert len(colour_bars(figure)) == 1
    assert min(text.get_fontsize() for text in ax.texts) >= 4.5


def test_of_too_many_classes_some_are_named_and_none_counted():
    _, ax = make("MulticlassConfusionMatrix", 400).plot(torch.eye(400, dtype=torch.int64))
    assert cells(ax) == []
    assert 10 < len(ax.get_xticks()) < 200


def test_a_small_picture_leaves_out_what_cannot_be_read():
    _, given = plt.subplots(figsize=(2, 2))
    _, ax = make("MulticlassConfusionMatrix", 40).plot(torch.eye(40, dtype=torch.int64), given)
    assert ax is given
    assert cells(ax) == []
    assert len(ax.get_xticks()) < 40


def test_a_panel_for_each_label():
    _, target = scores(3)
    metric = make("MultilabelConfusionMatrix", 3)
    metric.update(scores(3)[0], torch.nn.functional.one_hot(target, 3))
    figure, axes = metric.plot(labels=LABELS)
    assert figure.get_suptitle() == "MultilabelConfusionMatrix"
    assert [ax.get_title() for ax in axes] == LABELS
    assert [cells(ax) for ax in axes] == [[str(n) for n in row] for row in metric.compute().flatten(1).tolist()]
    assert [ax.get_ylabel() for ax in axes] == ["True class", "", "True class"]
    _, given = plt.subplots(1, 3)
    assert metric.plot(ax=given)[1] == list(given)
    assert {ax.get_ylabel() for ax in given} == {"True class"}
    _, one = plt.subplots()
    assert [ax.get_title() for ax in metric.plot(ax=one)[1]] == ["Label 0", "Label 1", "Label 2"]
    with pytest.raises(ValueError, match="Expected one axes for each of 3 panels, got 2"):
        metric.plot(ax=given[:2])


def test_a_panel_for_each_step():
    steps = [torch.tensor([[1, 0], [0, 1]]), torch.tensor([[2, 0], [1, 1]])]
    _, axes = make("BinaryConfusionMatrix").plot(steps)
    assert [ax.get_title() for ax in axes] == ["Step 0", "Step 1"]
    assert [cells(ax) for ax in axes] == [["1", "0", "0", "1"], ["2", "0", "1", "1"]]


def test_more_panels_than_can_be_read():
    with pytest.raises(ValueError, match="Expected a value of at most 144 panels to plot, got 145"):
        make("MultilabelConfusionMatrix", 145).plot(torch.zeros(145, 2, 2))


def test_names_that_do_not_fit():
    with pytest.raises(ValueError, match="Expected labels to hold a name for each of 3 classes, got 2"):
        updated(make("MulticlassConfusionMatrix", 3), *scores(3)).plot(labels=["cat", "dog"])


# -- curves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "places"), CURVES.items())
def test_a_curve_is_the_value(name, places):
    metric = updated(make(f"Binary{name}"), *decisions())
    _, ax = metric.plot()
    (line,) = curves(ax)
    for place, data in zip(places, (line.get_xdata(), line.get_ydata()), strict=True):
        np.testing.assert_array_equal(data, metric.compute()[place].double())
    assert ax.get_legend() is None
    assert ax.get_title() == f"Binary{name}"


@pytest.mark.parametrize("thresholds", [None, 11])
@pytest.mark.parametrize(("name", "places"), CURVES.items())
def test_a_line_for_each_class_with_a_legend_beside_them(name, places, thresholds):
    metric = updated(make(f"Multiclass{name}", 3, thresholds=thresholds), *scores(3))
    figure, ax = metric.plot(labels=LABELS)
    lines, value = curves(ax), metric.compute()
    assert [line.get_label() for line in lines] == LABELS
    for i, line in enumerate(lines):
        np.testing.assert_array_equal(line.get_xdata(), value[places[0]][i].double())
        np.testing.assert_array_equal(line.get_ydata(), value[places[1]][i].double())
    figure.canvas.draw()
    assert ax.get_legend().get_window_extent().x0 >= ax.get_window_extent().x1


def test_on_axes_without_room_beside_them_the_legend_is_inside():
    figure, given = plt.subplots()
    _, ax = updated(make("MulticlassROC", 3), *scores(3)).plot(ax=given, labels=["a" * 30, "b", "c"])
    figure.canvas.draw()
    assert ax.get_legend().get_window_extent().x1 <= ax.get_window_extent().x1
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a" * 23 + "…", "b", "c"]


def test_an_average_is_one_line():
    metric = updated(make("MulticlassROC", 3, average="macro"), *scores(3))
    assert len(curves(metric.plot(labels=LABELS)[1])) == 1


def test_many_classes_have_a_bar_of_colours():
    metric = updated(make("MulticlassROC", 40), *scores(40, 400))
    figure, ax = metric.plot(labels=[f"class {i}" for i in range(40)])
    lines = curves(ax)
    assert len({tuple(line.get_color()) for line in lines}) == len(lines) == 40
    assert ax.get_legend() is None
    (bar,) = colour_bars(figure)
    assert named(bar.yaxis) == [f"class {i}" for i in range(40)]
    assert min(text.get_fontsize() for text in bar.yaxis.get_ticklabels()) >= 5


def test_a_class_that_does_not_occur_is_called_undefined():
    scores_, target = choices()
    _, ax = updated(make("MulticlassROC", 5), scores_, target).plot()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "Class 0", "Class 1", "Class 2", "Class 3 (undefined)", "Class 4 (undefined)"
    ]  # fmt: skip


def test_the_diagonal_of_chance():
    _, ax = updated(make("BinaryROC"), *decisions()).plot()
    (diagonal,) = [line for line in ax.get_lines() if line not in curves(ax)]
    assert (diagonal.get_xy1(), diagonal.get_slope()) == ((0.5, 0.5), 1.0)


def test_normal_scores_make_a_straight_tradeoff():
    # Scores of N(0, 1) and N(2, 1): the deviates of both error rates add up to -2 wherever the threshold is.
    threshold = torch.linspace(0.5, 1.5, 9, dtype=torch.float64)
    rates = 1 - torch.special.ndtr(threshold), torch.special.ndtr(threshold - 2)
    figure, ax = make("BinaryDetectionErrorTradeoff").plot((*rates, threshold))
    figure.canvas.draw()
    (line,) = curves(ax)
    x, y = ax.transData.transform(np.stack([line.get_xdata(), line.get_ydata()], 1)).T
    np.testing.assert_allclose(np.diff(y) / np.diff(x), -1.0, rtol=1e-6)
    assert "10" in named(ax.xaxis)


def test_a_tradeoff_without_errors_can_be_drawn():
    figure, _ = updated(make("BinaryDetectionErrorTradeoff"), torch.tensor([0.1, 0.9]), torch.tensor([0, 1])).plot()
    figure.canvas.draw()


def test_risk_over_coverage():
    metric = updated(make("BinaryRiskCoverageCurve"), *decisions())
    _, ax = metric.plot()
    (line,) = curves(ax)
    np.testing.assert_array_equal(line.get_xdata(), metric.compute()[0].double())
    np.testing.assert_array_equal(line.get_ydata(), metric.compute()[1].double())
    assert ax.get_xlabel() == "Coverage"


# -- calibration -------------------------------------------------------------------------------------------------

PROBABILITIES = torch.tensor([0.25, 0.25, 0.55, 0.75, 0.75])
HITS = torch.tensor([0, 0, 1, 1, 1])


def bars(ax):
    """Left edge, width, bottom and height."""
    return [
        [(round(b.get_x(), 6), round(b.get_width(), 6), round(b.get_y(), 6), round(b.get_height(), 6)) for b in group]
        for group in ax.containers
    ]


def test_a_reliability_diagram_has_bins_gaps_and_the_error():
    metric = updated(make("BinaryCalibrationError", n_bins=2), PROBABILITIES, HITS)
    _, ax = metric.plot()
    # Two of confidence 0.25, none of them right; three of mean confidence 2.05 / 3, all right.
    came, gap = bars(ax)
    assert came == [(0.0, 0.5, 0.0, 0.0), (0.5, 0.5, 0.0, 1.0)]
    assert gap == [(0.0, 0.5, 0.0, 0.25), (0.5, 0.5, 1.0, round(2.05 / 3 - 1, 6))]
    assert ax.get_title() == "BinaryCalibrationError: 0.29 (l1)"


def test_empty_bins_have_no_bar():
    _, ax = updated(make("BinaryCalibrationError", n_bins=10), PROBABILITIES, HITS).plot()
    assert [len(group) for group in bars(ax)] == [3, 3]


def test_bins_of_equal_size_are_as_wide_as_their_samples_lie():
    metric = make("BinaryAdaptiveCalibrationError", n_bins=2)
    _, ax = updated(metric, torch.tensor([0.1, 0.2, 0.7, 0.9]), torch.tensor([0, 1, 1, 1])).plot()
    came, gap = bars(ax)
    assert [(x, width, height) for x, width, _, height in came] == [(0.1, 0.1, 0.5), (0.7, 0.2, 1.0)]
    assert [height for *_, height in gap] == [round(0.15 - 0.5, 6), round(0.8 - 1.0, 6)]
    assert ax.get_title() == "BinaryAdaptiveCalibrationError: 0.275 (l1)"


def test_calibration_of_several_classes_is_a_line_each():
    preds = torch.tensor([[0.7, 0.3], [0.4, 0.6], [0.2, 0.8]])
    metric = updated(make("MulticlassClasswiseCalibrationError", 2, n_bins=3), preds, torch.tensor([0, 0, 1]))
    _, ax = metric.plot(labels=["cat", "dog"])
    lines = {line.get_label(): line for line in ax.get_lines() if line.get_marker() == "o"}
    # "cat": 0.2, 0.4 and 0.7 have a third each; only the first was no cat.
    np.testing.assert_allclose(lines["cat"].get_xdata(), [0.2, 0.4, 0.7], rtol=1e-6)
    assert list(lines["cat"].get_ydata()) == [0.0, 1.0, 1.0]
    assert set(lines) == {"cat", "dog"}


def test_an_error_that_is_given_is_a_point():
    _, ax = make("BinaryCalibrationError").plot(torch.tensor(0.25))
    assert ax.get_lines()[0].get_ydata() == [0.25]


def test_a_collection_draws_the_picture_of_each():
    metrics = MetricCollection(
        {"l1": make("BinaryCalibrationError", 2), "max": make("BinaryCalibrationError", 2, "max"),
         "matrix": make("BinaryConfusionMatrix"), "roc": make("BinaryROC")}
    )  # fmt: skip
    metrics.update(PROBABILITIES, HITS)
    l1, largest, matrix, roc = (ax for _, ax in metrics.plot())
    assert bars(l1) == bars(largest) != []
    assert [ax.get_title() for ax in (l1, largest)] == [
        "BinaryCalibrationError: 0.29 (l1)", "BinaryCalibrationError: 0.3167 (max)"
    ]  # fmt: skip
    assert cells(matrix) == ["2", "0", "0", "3"]
    assert len(curves(roc)) == 1


def test_values_of_classes_are_named():
    metric = updated(make("MulticlassRecall", 3, average="none"), *scores(3))
    assert named(metric.plot(labels=LABELS)[1].xaxis) == LABELS


@pytest.mark.filterwarnings("ignore:.*before any update")
@pytest.mark.parametrize("name", [*CURVES, "ConfusionMatrix", "RiskCoverageCurve", "CalibrationError",
                                  "AdaptiveCalibrationError", "ClasswiseCalibrationError"])  # fmt: skip
def test_no_data_make_an_empty_picture(name):
    figure, _ = make(f"Multiclass{name}", num_classes=3).plot()
    figure.canvas.draw()


def test_values_over_steps_are_lines_with_names():
    tracker = MetricTracker(make("MulticlassRecall", 3, average="none"))
    for _ in range(2):
        tracker.increment()
        tracker.update(*scores(3))
    _, ax = tracker.plot(labels=LABELS)
    assert [line.get_label() for line in ax.get_lines()][:3] == LABELS
