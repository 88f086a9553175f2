"""`python -m nightaudit.cli` is `nightaudit`."""

from nightaudit.cli import program

program()
