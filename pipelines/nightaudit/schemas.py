"""The schemas that the models make, in a work file and in a lake."""

WORKING = ("staging", "intermediate")  # made anew by any build; nobody reads them
PUBLISHED = ("core", "occupancy", "revenue", "receivables", "quality")
