"""Pictures of classification results, imported when one is drawn."""
