"""The night audit of a property portfolio: load, build, show, correct."""
