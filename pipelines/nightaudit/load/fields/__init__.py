"""The fields that records carry, as declared and as seen, and the remarks on those that nobody expects."""
