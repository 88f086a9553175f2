"""Personal data: where it may stand, who was forgotten, and how a forgotten person's records are kept."""
