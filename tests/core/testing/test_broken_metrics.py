"""Each fault is caught by the law that it breaks."""

import pytest
import torch

from metricore import Metric
from metricore.testing import Case, check_metric
from tests.core.one_law import check_of
from tests.core.testing import broken

VALUES = [torch.tensor([1.0, 2.0, 5.0]), torch.tensor([4.0, 0.0]), torch.tensor([0.5, 2.5])]
BATCHES = [(value,) for value in VALUES]
# (1 + 4 + 25 + 16 + 0 + 0.25 + 6.25) / 7
CASE = Case({}, BATCHES, 7.5)
LARGE = Case({}, [(torch.tensor([300.0, 400.0]),)], 125000.0)  # (90000 + 160000) / 2

FAULTS = [
    (broken.WrongValue, CASE, {"value"}),
    (broken.ForgetsToReset, CASE, {"reset", "forward", "merge_parts", "update_atomic"}),
    (broken.KeepsGraph, CASE, {"no_graph"}),
    (broken.AliasesInput, CASE, {"inputs_not_kept"}),
    (broken.ReadsBack, CASE, {"no_host_sync", "forward_no_host_sync"}),
    (broken.DependsOnData, CASE, {"no_host_sync"}),
    (broken.CopiesToHost, CASE, {"no_host_sync"}),
    (broken.CopiesFromHost, CASE, {"no_host_sync"}),
    (broken.RebuildsGraph, CASE, {"compiled_step"}),
    (broken.BreaksGraph, CASE, {"compiles", "compiled_step"}),
    (broken.MeanOfBatchMeans, CASE, {"value", "batch_split"}),
    (broken.FailsOnEmptyBatch, CASE, {"empty_batch", "batch_split"}),
    (broken.CountsEmptyBatch, CASE, {"empty_batch", "batch_split"}),
    (broken.MutatesDefault, CASE, {"reset"}),
    (broken.BuffersAsStates, CASE, {"states_only", "reset", "merge_parts", "two_ranks"}),
    (broken.ComputeChangesState, CASE, {"compute_idempotent"}),
    (broken.GivesOutState, CASE, {"compute_independent"}),
    (broken.NotNeutral, CASE, {"merge_fresh"}),
    (broken.OrderDependent, CASE, {"forward", "merge_parts", "two_ranks"}),
    (broken.NotAssociative, CASE, {"merge_associative", "two_ranks"}),
    (broken.ChangesInput, CASE, {"inputs_untouched"}),
    (broken.CannotPickle, CASE, {"pickle", "clone"}),
    (broken.NarrowState, LARGE, {"low_precision"}),
    (broken.WrongDirection, CASE, {"metadata"}),
    (broken.WrongBound, CASE, {"metadata"}),
    (broken.NotDifferentiable, CASE, {"differentiable"}),
    (broken.WrongGradient, CASE, {"differentiable"}),
    (broken.LeavesDevice, CASE, {"no_host_sync"}),
    (broken.HalvesState, CASE, {"dtype_moves"}),
    (broken.StaysOnRank, CASE, {"two_ranks"}),
    (broken.LosesCount, CASE, {"state_dict"}),
    (broken.ForwardAccumulatesTwice, CASE, {"forward"}),
    (broken.SharesTooMuch, CASE, {"reset"}),
    (broken.ForwardNotAtomic, CASE, {"forward", "forward_atomic"}),
    (broken.UpdateNotAtomic, CASE, {"update_atomic"}),
    (broken.Unlike, CASE, {"clone"}),
    (broken.InsistsOnFloat64, CASE, {"no_float64"}),
    (broken.ForgetsDtype, CASE, {"set_dtype", "no_float64"}),
    (broken.KnowsOnlyTheHost, CASE, {"functional_on_accelerator"}),
]
CAUGHT = [
    pytest.param(metric, case, law, id=f"{metric.__name__}-{law}")
    for metric, case, laws in FAULTS
    for law in sorted(laws)
]


@pytest.mark.parametrize(("metric", "case", "law"), CAUGHT)
def test_fault_is_caught(metric: type[Metric], case: Case, law: str) -> None:
    with pytest.raises(AssertionError, match=f"^{metric.__name__}-{law}: .* but not for {metric.__name__}"):
        check_of(law, metric, [case])()


def test_the_right_form_passes() -> None:
    check_metric(broken.Right, [CASE, LARGE])
