"""The sandbox command: the whole API as a real service on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nightaudit.cli.app import app
from nightaudit.errors import ConfigurationError
