"""Association of nominal variables, and agreement of raters."""

from __future__ import annotations

from metricore.nominal._association import CramersV, PearsonsContingencyCoefficient, TheilsU, TschuprowsT
from metricore.nominal._fleiss import FleissKappa

__all__ = ["CramersV", "FleissKappa", "PearsonsContingencyCoefficient", "TheilsU", "TschuprowsT"]
