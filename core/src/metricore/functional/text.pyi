from metricore_text.functional import *  # noqa: F403
from metricore_text.functional import __all__ as __all__
