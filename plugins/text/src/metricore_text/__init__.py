"""Text metrics for metricore."""
