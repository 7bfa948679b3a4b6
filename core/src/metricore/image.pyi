from metricore_image import *  # noqa: F403
from metricore_image import __all__ as __all__
