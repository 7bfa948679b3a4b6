from metricore_image.video import *  # noqa: F403
from metricore_image.video import __all__ as __all__
