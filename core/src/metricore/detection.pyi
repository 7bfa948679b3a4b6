from metricore_image.detection import *  # noqa: F403
from metricore_image.detection import __all__ as __all__
