from metricore_image.multimodal import *  # noqa: F403
from metricore_image.multimodal import __all__ as __all__
