"""Functions of one query, or of several at once, derived from the classes of :mod:`metricore.retrieval`.

Documents of one query come as `(N,)`. Those of several come as a row for each, or as `(N,)` with `indexes`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from metricore import retrieval as _classes
from metricore._functional import functional_form
from metricore._metric import Metric


def _form(cls: type[Metric], *leading: str, name: str) -> Callable[..., Any]:
    """The function of a class, which takes the documents of one query for a row."""
    function = functional_form(cls, *leading, name=name)
    signature = function.__signature__  # type: ignore[attr-defined]

    @functools.wraps(function)
    def of_rows(*args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError:
            return function(*args, **kwargs)  # which says what is wrong
        if given.get("indexes") is None and given["preds"].ndim == given["target"].ndim == 1:
            given = {**given, **{part: given[part].unsqueeze(0) for part in ("preds", "target")}}
        return function(**given)

    return of_rows


retrieval_auroc = _form(_classes.RetrievalAUROC, "top_k", "max_fpr", name="retrieval_auroc")
retrieval_average_precision = _form(_classes.RetrievalMAP, "top_k", name="retrieval_average_precision")
retrieval_bpref = _form(_classes.RetrievalBpref, name="retrieval_bpref")
retrieval_dcg = _form(_classes.RetrievalDCG, "top_k", "gain", name="retrieval_dcg")
retrieval_err = _form(_classes.RetrievalERR, "max_grade", "top_k", name="retrieval_err")
retrieval_f1 = _form(_classes.RetrievalF1, "top_k", "adaptive_k", name="retrieval_f1")
retrieval_fall_out = _form(_classes.RetrievalFallOut, "top_k", name="retrieval_fall_out")
retrieval_fbeta = _form(_classes.RetrievalFBeta, "beta", "top_k", "adaptive_k", name="retrieval_fbeta")
retrieval_hit_rate = _form(_classes.RetrievalHitRate, "top_k", name="retrieval_hit_rate")
retrieval_interpolated_precision = _form(
    _classes.RetrievalInterpolatedPrecision, "recall_levels", name="retrieval_interpolated_precision"
)
retrieval_normalized_dcg = _form(_classes.RetrievalNormalizedDCG, "top_k", "gain", name="retrieval_normalized_dcg")
retrieval_precision = _form(_classes.RetrievalPrecision, "top_k", "adaptive_k", name="retrieval_precision")
retrieval_precision_recall_curve = _form(
    _classes.RetrievalPrecisionRecallCurve, "max_k", "adaptive_k", name="retrieval_precision_recall_curve"
)
retrieval_r_precision = _form(_classes.RetrievalRPrecision, name="retrieval_r_precision")
retrieval_rbp = _form(_classes.RetrievalRBP, "p", "top_k", name="retrieval_rbp")
retrieval_recall = _form(_classes.RetrievalRecall, "top_k", name="retrieval_recall")
retrieval_recall_at_fixed_precision = _form(
    _classes.RetrievalRecallAtFixedPrecision,
    *("min_precision", "max_k", "adaptive_k"),
    name="retrieval_recall_at_fixed_precision",
)
retrieval_reciprocal_rank = _form(_classes.RetrievalMRR, "top_k", name="retrieval_reciprocal_rank")

__all__ = [
    "retrieval_auroc",
    "retrieval_average_precision",
    "retrieval_bpref",
    "retrieval_dcg",
    "retrieval_err",
    "retrieval_f1",
    "retrieval_fall_out",
    "retrieval_fbeta",
    "retrieval_hit_rate",
    "retrieval_interpolated_precision",
    "retrieval_normalized_dcg",
    "retrieval_precision",
    "retrieval_precision_recall_curve",
    "retrieval_r_precision",
    "retrieval_rbp",
    "retrieval_recall",
    "retrieval_recall_at_fixed_precision",
    "retrieval_reciprocal_rank",
]
