"""Metrics of one collection that read the same scores keep them once."""

import torch

from metricore import MetricCollection, classification
from tests.core.classification.curves import data, oracle


def states_of(collection):
    return [metric.metric_state for metric in collection.values()]


def test_all_curve_metrics_share_one_accumulator():
    for thresholds in (None, 10, "auto"):
        names = (*oracle.AREAS, *oracle.POINTS, *oracle.CURVES)
        made = [data.make(f"Binary{name}", **oracle.POINTS.get(name, {}), thresholds=thresholds) for name in names]
        collection = MetricCollection({type(metric).__name__: metric for metric in made})
        preds, target = data.binary()
        collection.update(preds, target)
        collection(preds, target)
        first, *others = states_of(collection)
        for other in others:
            for name, value in first.items():
                shared = other[name].same_rows(value) if hasattr(value, "same_rows") else other[name] is value
                assert shared, name
        values = collection.compute()
        for name, alone in ((type(metric).__name__, metric) for metric in made):
            alone = alone.clone()
            alone.reset()
            alone.update(torch.cat([preds, preds]), torch.cat([target, target]))
            data.close(values[name], alone.compute(), 0, 0) if isinstance(values[name], tuple) else None
            assert isinstance(values[name], tuple) or torch.equal(values[name], alone.compute())


def test_what_is_accumulated_decides():
    a = classification.BinaryAUROC
    same = [a(), a(max_fpr=0.5), classification.BinaryROC(), classification.BinaryRecallAtFixedPrecision(0.5)]
    assert len({metric.accumulates() for metric in same}) == 1
    grids = [
        a(thresholds=3),
        a(thresholds=[0.5, 0.0, 1.0]),
        classification.BinaryEER(thresholds=torch.tensor([0, 0.5, 1])),
    ]
    assert len({metric.accumulates() for metric in grids}) == 1
    settings = [{}, {"thresholds": 3}, {"thresholds": "auto"}, {"ignore_index": 0}, {"from_logits": True}]
    settings += [{"validate_args": False}, {"thresholds": 3, "score_range": (0, 2)}, {"normalization": None}]
    different = [*(a(**s) for s in settings), classification.MultilabelAUROC(2), classification.MulticlassAUROC(2)]
    assert len({metric.accumulates() for metric in different}) == len(different)
