from metricore_audio import *  # noqa: F403
from metricore_audio import __all__ as __all__
