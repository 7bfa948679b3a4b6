"""Functions of one batch, derived from the classes of :mod:`metricore.nominal`, and matrices of several variables."""

from __future__ import annotations

from metricore import nominal as _classes
from metricore._functional import functional_form as _form
from metricore.nominal._matrices import (
    cramers_v_matrix,
    pearsons_contingency_coefficient_matrix,
    theils_u_matrix,
    tschuprows_t_matrix,
)
from metricore.nominal._variables import classes_in as _classes_in

_NAN = ("nan_strategy", "nan_replace_value")
_CLASSES = {"num_classes": _classes_in}  # up to the largest value, unless given

cramers_v = _form(_classes.CramersV, "bias_correction", *_NAN, name="cramers_v", inferred=_CLASSES)
fleiss_kappa = _form(_classes.FleissKappa, name="fleiss_kappa")
pearsons_contingency_coefficient = _form(
    _classes.PearsonsContingencyCoefficient, *_NAN, name="pearsons_contingency_coefficient", inferred=_CLASSES
)
theils_u = _form(_classes.TheilsU, *_NAN, name="theils_u", inferred=_CLASSES)
tschuprows_t = _form(_classes.TschuprowsT, "bias_correction", *_NAN, name="tschuprows_t", inferred=_CLASSES)

__all__ = [
    "cramers_v",
    "cramers_v_matrix",
    "fleiss_kappa",
    "pearsons_contingency_coefficient",
    "pearsons_contingency_coefficient_matrix",
    "theils_u",
    "theils_u_matrix",
    "tschuprows_t",
    "tschuprows_t_matrix",
]
