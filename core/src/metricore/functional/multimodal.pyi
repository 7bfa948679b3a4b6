from metricore_image.multimodal.functional import *  # noqa: F403
from metricore_image.multimodal.functional import __all__ as __all__
