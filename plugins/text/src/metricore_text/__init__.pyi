from metricore_text._bleu import BLEUScore as BLEUScore
from metricore_text._error_rates import CharErrorRate as CharErrorRate
from metricore_text._error_rates import WordErrorRate as WordErrorRate

__all__ = ["BLEUScore", "CharErrorRate", "WordErrorRate"]
