from metricore_text import *  # noqa: F403
from metricore_text import __all__ as __all__
