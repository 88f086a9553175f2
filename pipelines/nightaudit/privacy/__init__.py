"""Personal data: which files may contain it, who was forgotten, and what is kept of a forgotten person's records."""
