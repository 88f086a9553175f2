"""The record dictionary: one file per heading of the API document."""
