"""Files as batches of samples: tables, lines of text, pairs of images, pairs of recordings."""
