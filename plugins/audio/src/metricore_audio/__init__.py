"""Audio metrics for metricore."""
