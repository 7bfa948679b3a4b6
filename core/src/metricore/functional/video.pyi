from metricore_image.video.functional import *  # noqa: F403
from metricore_image.video.functional import __all__ as __all__
