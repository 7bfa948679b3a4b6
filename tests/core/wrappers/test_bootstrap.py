"""The bootstrap: replicates are weighted or resampled copies, the same for the same seed, and add up like any state."""

import copy

import numpy as np
import pytest
import torch
from scipy import stats
from torch._dynamo.testing import CompileCounter

from metricore import (
    BootStrapper,
    InvalidDataError,
    MeanMetric,
    MeanSquaredError,
    Metric,
    MetricCollection,
    SumMetric,
    state,
)
from metricore.classification import (
    BinaryAUROC,
    BinaryCalibrationError,
    BinaryROC,
    MulticlassAccuracy,
    MulticlassCohenKappa,
    MulticlassConfusionMatrix,
    MulticlassJaccardIndex,
)
from metricore.regression import KendallRankCorrCoef, MeanAbsolutePercentageError, PearsonCorrCoef, R2Score
from metricore.testing import Case
from metricore.wrappers._resampling import draws, stream
from tests.core.one_law import check_of

GENERATOR = torch.Generator().manual_seed(5)
SCORES = torch.randn(200, 4, generator=GENERATOR)
LABELS = torch.randint(4, (200,), generator=GENERATOR)
HITS = (SCORES.argmax(1) == LABELS).double().numpy()
CPU = torch.device("cpu")


class Moments(Metric):
    """States that merge only together: Welford's mean and sum of squared deviations, with weights."""

    updates_in_place = True

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        from metricore import joint

        merge = joint(merged_moments)
        for name in ("weight", "mean", "squares"):
            self.add_state(name, default=0.0, dist_reduce_fx=merge)

    def update(self, values, sample_weight=None):
        weight = torch.ones_like(values) if sample_weight is None else sample_weight
        total = weight.sum()
        mean = torch.where(total > 0, (weight * values).sum() / total, 0.0)
        new = {"weight": total, "mean": mean, "squares": (weight * (values - mean) ** 2).sum()}
        old = {name: getattr(self, name) for name in new}
        for name, value in merged_moments(old, new).items():
            setattr(self, name, value)

    def compute(self):
        return self.squares / self.weight


def merged_moments(a, b):
    total = a["weight"] + b["weight"]
    share = torch.where(total > 0, b["weight"] / total, 0.0)
    gap = b["mean"] - a["mean"]
    squares = a["squares"] + b["squares"] + gap**2 * a["weight"] * share
    return {"weight": total, "mean": a["mean"] + gap * share, "squares": squares}


class Looking(Metric):
    """Looks at its weights, so that replicates cannot be updated at once."""

    total: torch.Tensor = state(0.0)

    def update(self, values, sample_weight=None):
        if sample_weight is not None and sample_weight.sum().item() < 0:
            raise ValueError
        self.total += values.sum() if sample_weight is None else (values * sample_weight).sum()

    def compute(self):
        return self.total


def updated(metric, *batches):
    for batch in batches:
        metric.update(*batch)
    return metric


@pytest.mark.parametrize("strategy", ["poisson", "multinomial"])
def test_draws_have_the_distribution_they_should(strategy):
    times = draws(strategy, 400, 300, stream(7, 0, 0), CPU)
    seen = np.bincount(times.to(torch.int64).flatten().numpy(), minlength=7)
    law = stats.poisson(1) if strategy == "poisson" else stats.binom(300, 1 / 300)
    expected = law.pmf(np.arange(6))
    expected = np.append(expected, 1 - expected.sum()) * times.numel()
    seen = np.append(seen[:6], seen[6:].sum())
    assert stats.chisquare(seen, expected).pvalue > 1e-3
    if strategy == "multinomial":
        assert (times.sum(1) == 300).all()


def test_draws_of_ranks_turns_and_seeds_are_unrelated():
    first = draws("poisson", 50, 300, stream(0, 0, 0), CPU).flatten()
    for parts in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        other = draws("poisson", 50, 300, stream(*parts), CPU).flatten()
        assert abs(np.corrcoef(first, other)[0, 1]) < 5 / np.sqrt(first.numel())


@pytest.mark.parametrize("strategy", ["poisson", "multinomial"])
def test_spread_is_that_of_a_share(strategy):
    metric = BootStrapper(
        MulticlassAccuracy(4, average="micro"), 2000, quantile=torch.tensor([0.05, 0.95]), raw=True,
        sampling_strategy=strategy, seed=3,
    )  # fmt: skip
    value = updated(metric, (SCORES[:120], LABELS[:120]), (SCORES[120:], LABELS[120:])).compute()
    share, error = HITS.mean(), HITS.std() / np.sqrt(len(HITS))  # of a mean of independent hits
    assert value["mean"].item() == pytest.approx(share, abs=5 * error / np.sqrt(2000))
    assert value["std"].item() == pytest.approx(error, rel=0.08)
    assert value["raw"].shape == (2000,)
    np.testing.assert_allclose(value["quantile"], np.quantile(value["raw"].numpy(), [0.05, 0.95]), rtol=1e-5)
    np.testing.assert_allclose(value["quantile"], share + np.array([-1.645, 1.645]) * error, atol=0.25 * error)


def test_replicates_are_the_metric_with_samples_repeated():
    times = draws("poisson", 5, 200, stream(11, 0, 0), CPU).to(torch.int64)
    expected = []
    for own in times:
        rows = torch.arange(200).repeat_interleave(own)
        expected.append(updated(MulticlassAccuracy(4), (SCORES[rows], LABELS[rows])).compute())
    metric = updated(BootStrapper(MulticlassAccuracy(4), 5, raw=True, seed=11), (SCORES, LABELS))
    torch.testing.assert_close(metric.compute()["raw"], torch.stack(expected))


@pytest.mark.parametrize("base", [BinaryAUROC(), BinaryAUROC(thresholds=20)])
def test_scores_that_are_kept_or_counted(base):
    scores, labels = SCORES[:, 0].sigmoid(), LABELS % 2
    times = draws("poisson", 4, 200, stream(2, 0, 0), CPU).to(torch.int64)
    expected = []
    for own in times:
        rows = torch.arange(200).repeat_interleave(own)
        expected.append(updated(base.clone(), (scores[rows], labels[rows])).compute())
    metric = updated(BootStrapper(base, 4, raw=True, seed=2), (scores, labels))
    torch.testing.assert_close(metric.compute()["raw"], torch.stack(expected))


def test_own_weights_are_multiplied():
    preds, target, weight = torch.rand(60, generator=GENERATOR), torch.rand(60, generator=GENERATOR), torch.rand(60)
    times = draws("poisson", 6, 60, stream(1, 0, 0), CPU)
    errors = ((preds - target) ** 2).double()
    expected = (times * weight * errors).sum(1) / (times * weight).sum(1)
    by_name = BootStrapper(MeanSquaredError(), 6, raw=True, seed=1)
    by_name.update(preds, target, sample_weight=weight)
    by_place = BootStrapper(MeanSquaredError(), 6, raw=True, seed=1)
    by_place.update(preds, target, weight)
    for metric in (by_name, by_place):
        torch.testing.assert_close(metric.compute()["raw"], expected.float())


def test_a_mean_of_rows_and_of_numbers():
    rows = torch.rand(40, 3, generator=GENERATOR)
    times = draws("poisson", 4, 40, stream(1, 0, 0), CPU)
    expected = (times @ rows.double()).sum(1) / (3 * times.sum(1))
    metric = updated(BootStrapper(MeanMetric(), 4, raw=True, seed=1), (rows,))
    torch.testing.assert_close(metric.compute()["raw"], expected.float())
    numbers = BootStrapper(MeanMetric(), 50, seed=1)
    for value in (1.0, 2.0, 3.0, 4.0, 5.0):
        numbers.update(value)
    assert numbers.compute()["mean"].item() == pytest.approx(3.0, abs=0.3)


def test_states_that_merge_together():
    values = torch.randn(80, generator=GENERATOR, dtype=torch.float64) + 1e4
    metric = updated(BootStrapper(Moments(), 5, raw=True, seed=4), (values[:50],), (values[50:],))
    parts = [draws("poisson", 5, n, stream(4, 0, turn), CPU) for turn, n in enumerate((50, 30))]
    expected = [np.cov(values, fweights=own, ddof=0) for own in torch.cat(parts, 1).to(torch.int64).numpy()]
    np.testing.assert_allclose(metric.compute()["raw"], expected, rtol=1e-9)
    other = updated(BootStrapper(Moments(), 5, raw=True, seed=5), (values,))
    metric.merge_state(other)
    parts.append(draws("poisson", 5, 80, stream(5, 0, 0), CPU))
    everything = np.concatenate([values, values])
    expected = [np.cov(everything, fweights=own, ddof=0) for own in torch.cat(parts, 1).to(torch.int64).numpy()]
    np.testing.assert_allclose(metric.compute()["raw"], expected, rtol=1e-9)


def test_a_metric_that_looks_at_its_weights():
    values = torch.rand(30, generator=GENERATOR)
    metric = updated(BootStrapper(Looking(), 4, raw=True, seed=0), (values,), (values,))
    times = sum(draws("poisson", 4, 30, stream(0, 0, turn), CPU) for turn in (0, 1))
    torch.testing.assert_close(metric.compute()["raw"], times @ values.double())


def test_a_metric_without_weights_is_resampled():
    values = torch.rand(30, generator=GENERATOR)
    metric = updated(BootStrapper(SumMetric(), 4, raw=True, seed=0), (values,))
    times = draws("poisson", 4, 30, stream(0, 0, 0), CPU)
    torch.testing.assert_close(metric.compute()["raw"], (times @ values.double()).float())


@pytest.mark.parametrize("base", [MulticlassAccuracy(4), BinaryAUROC(), SumMetric()])
def test_a_seed_decides(base):
    batch = {"MulticlassAccuracy": (SCORES, LABELS), "BinaryAUROC": (SCORES[:, 0], LABELS % 2), "SumMetric": (SCORES,)}
    data = batch[type(base).__name__]
    first, second, other = (BootStrapper(base, 5, raw=True, seed=seed) for seed in (1, 1, 2))
    for metric in (first, second, other):
        metric(*data)
        metric.update(*data)
    assert torch.equal(first.compute()["raw"], second.compute()["raw"])
    assert not torch.equal(first.compute()["raw"], other.compute()["raw"])
    torch.manual_seed(0)
    a = updated(BootStrapper(base, 5, raw=True), data).compute()["raw"]
    torch.manual_seed(0)
    b = updated(BootStrapper(base, 5, raw=True), data).compute()["raw"]
    assert torch.equal(a, b)


@pytest.mark.parametrize("base", [MulticlassAccuracy(4), BinaryAUROC()])
@pytest.mark.parametrize("how", ["state_dict", "file"])
def test_goes_on_from_saved_states_as_if_never_stopped(base, how, tmp_path):
    data = (SCORES, LABELS) if isinstance(base, MulticlassAccuracy) else (SCORES[:, 0], LABELS % 2)
    through = BootStrapper(base, 5, raw=True, seed=1)
    through.persistent(True)
    through(*data)
    through.update(*data)
    resumed = BootStrapper(base, 5, raw=True, seed=1)
    resumed.persistent(True)
    if how == "file":
        through.save_state(tmp_path / "s.safetensors")
        resumed.load_state(tmp_path / "s.safetensors")
    else:
        resumed.load_state_dict(through.state_dict())
    for metric in (through, resumed):
        metric.update(*data)
        metric(*data)
    assert torch.equal(through.compute()["raw"], resumed.compute()["raw"])


def test_reset_begins_the_draws_anew():
    metric = BootStrapper(MulticlassAccuracy(4), 5, raw=True, seed=1)
    first = updated(metric, (SCORES, LABELS), (SCORES, LABELS)).compute()["raw"]
    metric.reset()
    assert torch.equal(updated(metric, (SCORES, LABELS), (SCORES, LABELS)).compute()["raw"], first)


def test_forward_gives_the_batch_and_accumulates():
    metric = BootStrapper(MulticlassAccuracy(4), 5, raw=True, seed=1)
    value = metric(SCORES[:50], LABELS[:50])["raw"]
    assert torch.equal(value, metric.compute()["raw"])
    metric(SCORES[50:], LABELS[50:])
    same = updated(
        BootStrapper(MulticlassAccuracy(4), 5, raw=True, seed=1), (SCORES[:50], LABELS[:50]), (SCORES[50:], LABELS[50:])
    )
    assert torch.equal(metric.compute()["raw"], same.compute()["raw"])


@pytest.mark.parametrize("base", [MulticlassAccuracy(4), BinaryAUROC()])
def test_bad_data_change_nothing(base):
    data = (SCORES, LABELS) if isinstance(base, MulticlassAccuracy) else (SCORES[:, 0], LABELS % 2)
    metric, same = (updated(BootStrapper(base, 5, raw=True, seed=1), data) for _ in range(2))
    bad = data[1].clone()
    bad[3:] = 9
    with pytest.raises(InvalidDataError, match="labels"):
        metric.update(data[0], bad)
    with pytest.raises(ValueError, match=r"shape|number of samples"):
        metric.update(data[0], data[1][:-1])
    assert torch.equal(metric.compute()["raw"], same.compute()["raw"])
    assert torch.equal(updated(metric, data).compute()["raw"], updated(same, data).compute()["raw"])


def test_an_empty_batch_adds_nothing():
    metric = updated(BootStrapper(MulticlassAccuracy(4), 5, raw=True, seed=1), (SCORES, LABELS))
    before = metric.compute()["raw"]
    metric.update(SCORES[:0], LABELS[:0])
    assert torch.equal(metric.compute()["raw"], before)


def test_replicates_without_a_value_are_left_out():
    metric = BootStrapper(MeanMetric(), 200, raw=True, quantile=0.5, seed=1)
    metric.update(torch.tensor([2.0]))  # drawn by 63 % of the replicates
    value = metric.compute()
    assert value["raw"].isnan().any()
    assert (value["mean"], value["std"], value["quantile"]) == (2.0, 0.0, 2.0)


def test_values_of_several_dimensions():
    metric = updated(
        BootStrapper(MulticlassConfusionMatrix(4), 5, raw=True, quantile=torch.tensor([0.1, 0.9])), (SCORES, LABELS)
    )
    value = metric.compute()
    assert {name: tuple(its.shape) for name, its in value.items()} == {
        "mean": (4, 4), "std": (4, 4), "quantile": (2, 4, 4), "raw": (5, 4, 4)
    }  # fmt: skip


def test_copies_are_independent():
    metric = updated(BootStrapper(MulticlassAccuracy(4), 5, raw=True, seed=1), (SCORES, LABELS))
    before = metric.compute()["raw"]
    twin = copy.deepcopy(metric)
    twin.update(SCORES, LABELS.flip(0))
    assert torch.equal(metric.compute()["raw"], before)
    assert not torch.equal(twin.compute()["raw"], before)


def test_the_given_metric_is_left_alone():
    base = MeanSquaredError()
    base.update(torch.tensor([1.0]), torch.tensor([3.0]))
    metric = BootStrapper(base, 3)
    metric.update(torch.tensor([1.0, 1.0, 1.0]), torch.tensor([1.0, 1.0, 1.0]))
    assert base.compute() == 4.0
    assert metric.compute()["mean"] == 0.0


@pytest.mark.parametrize(
    "settings",
    [
        {"num_bootstraps": 0},
        {"num_bootstraps": 2.5},
        {"mean": None},
        {"quantile": 1.5},
        {"quantile": "median"},
        {"sampling_strategy": "jackknife"},
        {"seed": 0.5},
        {"mean": False, "std": False},
    ],
)
def test_senseless_settings(settings):
    with pytest.raises(ValueError, match="Expected"):
        BootStrapper(MeanMetric(), **settings)


def test_needs_a_metric():
    with pytest.raises(ValueError, match="base_metric"):
        BootStrapper(torch.nn.Linear(1, 1))


PREDS, TARGET = torch.rand(50, generator=GENERATOR) + 0.1, torch.rand(50, generator=GENERATOR) + 0.1


@pytest.mark.parametrize(
    ("base", "batch"),
    [
        (PearsonCorrCoef(), (PREDS, TARGET)),
        (R2Score(), (PREDS, TARGET)),
        (MeanAbsolutePercentageError(), (PREDS, TARGET)),
        (KendallRankCorrCoef(), (PREDS, TARGET)),
        (BinaryCalibrationError(), (PREDS / 2, LABELS[:50] % 2)),
        (MulticlassJaccardIndex(4), (SCORES[:50], LABELS[:50])),
        (MulticlassCohenKappa(4), (SCORES[:50].argmax(1), LABELS[:50])),
        (MulticlassAccuracy(4, top_k=2, ignore_index=1), (SCORES[:50], LABELS[:50])),
    ],
)
def test_any_metric_is_as_if_samples_were_repeated(base, batch):
    metric = updated(BootStrapper(base, 4, raw=True, seed=3), batch, batch)
    times = [draws("poisson", 4, 50, stream(3, 0, turn), CPU).to(torch.int64) for turn in (0, 1)]
    rows = [[torch.arange(50).repeat_interleave(own[r]) for own in times] for r in range(4)]
    expected = [updated(base.clone(), *([part[drawn] for part in batch] for drawn in own)).compute() for own in rows]
    torch.testing.assert_close(metric.compute()["raw"], torch.stack(expected))


def test_curves_of_different_length_have_no_mean():
    metric = updated(BootStrapper(BinaryROC(), 5, seed=1), (SCORES[:, 0].sigmoid(), LABELS % 2))
    with pytest.raises(ValueError, match="one shape in all replicates"):
        metric.compute()


@pytest.mark.parametrize("strategy", ["poisson", "multinomial"])
@pytest.mark.parametrize("law", ["no_host_sync", "forward_no_host_sync"])
def test_waits_for_no_accelerator(law, strategy):
    settings = {"base_metric": MulticlassAccuracy(4), "num_bootstraps": 3, "seed": 1, "sampling_strategy": strategy}
    case = Case(settings, [(SCORES, LABELS), (SCORES[:9], LABELS[:9])], None)
    check_of(law, BootStrapper, [case])()


def batches_of_noise(number):
    return [torch.randn(2, 20, generator=torch.Generator().manual_seed(turn)) for turn in range(number)]


@pytest.mark.parametrize("strategy", ["poisson", "multinomial"])
def test_a_compiled_step_draws_what_others_draw(strategy):
    plain, compiled = (
        BootStrapper(MeanSquaredError(), 6, raw=True, sampling_strategy=strategy, seed=-3) for _ in range(2)
    )
    torch._dynamo.reset()
    counter = CompileCounter()
    step = torch.compile(lambda *batch: compiled.update(*batch), backend=counter, fullgraph=True)
    for batch in batches_of_noise(4):
        plain.update(*batch)
        step(*batch)
    assert counter.frame_count <= 2  # the first step has no counter yet
    batch = torch.randn(2, 20, generator=torch.Generator().manual_seed(9))
    for metric in (plain, compiled):  # and go on without compilation
        metric.update(*batch)
    torch.testing.assert_close(compiled.compute()["raw"], plain.compute()["raw"])


@pytest.mark.skipif(torch.__version__.startswith("2.9."), reason="PyTorch 2.9 traces no updates of `__dict__`")
def test_a_compiled_forward_draws_what_others_draw():
    plain, compiled = (BootStrapper(MeanSquaredError(), 6, raw=True, seed=4) for _ in range(2))
    torch._dynamo.reset()
    counter = CompileCounter()
    step = torch.compile(lambda *batch: compiled(*batch), backend=counter, fullgraph=True)
    for turn, batch in enumerate(batches_of_noise(6)):
        got = compiled(*batch) if turn == 4 else step(*batch)
        torch.testing.assert_close(got["raw"], plain(*batch)["raw"])
    assert counter.frame_count <= 4
    torch.testing.assert_close(compiled.compute()["raw"], plain.compute()["raw"])


def test_forward_goes_on_drawing_after_states_were_loaded():
    batches = batches_of_noise(4)
    whole, first, second = (BootStrapper(MeanSquaredError(), 6, raw=True, seed=4) for _ in range(3))
    first.persistent(True)
    for batch in batches:
        whole(*batch)
    for batch in batches[:2]:
        first(*batch)
    second.load_state_dict(first.state_dict(), strict=False)
    for batch in batches[2:]:
        second(*batch)
    torch.testing.assert_close(second.compute()["raw"], whole.compute()["raw"])


def test_a_failed_forward_changes_no_draws():
    class Failing(MeanSquaredError):
        on = False
        updates_in_place = False

        def compute(self):
            if type(self).on:
                raise ArithmeticError
            return super().compute()

    spared, failed = (BootStrapper(Failing(), 6, raw=True, seed=4) for _ in range(2))
    for turn, batch in enumerate(batches_of_noise(3)):
        if turn == 1:
            Failing.on = True
            with pytest.raises(ArithmeticError):
                failed(*batch)
            Failing.on = False
        torch.testing.assert_close(failed(*batch)["raw"], spared(*batch)["raw"])


@pytest.mark.parametrize("method", ["update", "forward"])
def test_a_failure_of_another_member_changes_no_draws(method):
    undisturbed, disturbed = (
        MetricCollection({"boot": BootStrapper(MeanMetric(), 20, raw=True, seed=7), "f": MeanSquaredError()})
        for _ in range(2)
    )
    batches = batches_of_noise(3)
    for x, y in batches:
        undisturbed["boot"].update(x)
        disturbed["boot"].update(x)
        with pytest.raises(TypeError, match="update"):
            getattr(disturbed, method)(y)  # the error wants a target
    torch.testing.assert_close(disturbed["boot"].compute()["raw"], undisturbed["boot"].compute()["raw"])
