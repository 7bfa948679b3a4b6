"""Functions of one batch, derived from the classes of :mod:`metricore.regression`."""

from __future__ import annotations

from metricore import regression as _classes
from metricore._functional import functional_form as _form

mean_absolute_error = _form(_classes.MeanAbsoluteError, name="mean_absolute_error")
mean_squared_error = _form(_classes.MeanSquaredError, name="mean_squared_error")

__all__ = ["mean_absolute_error", "mean_squared_error"]
