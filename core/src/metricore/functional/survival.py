"""Functions of one batch, derived from the classes of :mod:`metricore.survival`."""

from __future__ import annotations

from metricore import survival as _classes
from metricore._functional import functional_form as _form

concordance_index = _form(_classes.ConcordanceIndex, name="concordance_index")

__all__ = ["concordance_index"]
