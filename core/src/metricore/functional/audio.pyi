from metricore_audio.functional import *  # noqa: F403
from metricore_audio.functional import __all__ as __all__
