"""`python -m nightaudit.cli` is `nightaudit`."""

from nightaudit.cli import main

main()
