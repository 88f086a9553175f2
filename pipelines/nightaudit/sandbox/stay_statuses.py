"""The statuses of room stays and guest stays, and which of them mean the same to rules, lists and the simulation."""

# Those of the document in its order, and two that were observed.
STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED", "NO_SHOW")
# The list of guest stays shows these unless it is asked for others (document).
BOOKED = ("CONFIRMED", "CHECKED_IN", "CHECKED_OUT")
# Statuses that take a unit are not shown: assumed all but ENQUIRY (unless held), CANCELLED and NO_SHOW.
TAKING = ("PENDING", *BOOKED)
NOT_COMING = ("CANCELLED", "NO_SHOW")
