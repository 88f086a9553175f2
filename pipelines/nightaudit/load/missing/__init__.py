"""Asks by key for the records that no list shows: absence from a list does not prove that a record is deleted.

stored, not listed any more: deletions, absent
referred to, never listed:   referred, unlisted
one record asked for:        by_key
"""
