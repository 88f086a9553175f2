"""Personal data: who was forgotten, and what is kept of a forgotten person's records."""
