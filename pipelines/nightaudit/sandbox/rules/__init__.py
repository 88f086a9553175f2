"""The rules of the API document: one file per heading, a named function per rule."""

from nightaudit.sandbox.rules import children, stays

__all__ = ["children", "stays"]
