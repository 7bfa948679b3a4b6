"""Image metrics for metricore."""
