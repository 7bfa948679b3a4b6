"""An example of a metric plugin; the metrics are in ``metricore_example.metrics``.

Nothing is imported here: metricore reads ``plugin.py`` to list the metrics, and with it this file, without torch.
"""
