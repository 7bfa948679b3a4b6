from metricore_image.functional import *  # noqa: F403
from metricore_image.functional import __all__ as __all__
