from metricore_image.detection.functional import *  # noqa: F403
from metricore_image.detection.functional import __all__ as __all__
