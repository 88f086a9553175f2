"""`python -m nightaudit` is `nightaudit`."""

from nightaudit.cli import program

program()
