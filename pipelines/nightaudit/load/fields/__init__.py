"""The fields that records carry, as declared and as seen, and the remarks on those that nobody expects.

as declared, as seen:            declared, examined
the remarks on what is unknown:  remarks
"""
