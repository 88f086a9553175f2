"""`nightaudit` for a shell, done in a fork of a prepared process: `fork_client.py SOCKET WORDS...`, with this one's files."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def ask(
    address: Path, environment: Mapping[str, str], arguments: Sequence[str], files: Sequence[int], point: object = None
) -> socket.socket:
    """Have a command run with these files for input, output and errors; the connection it is answered on."""
    request = {"environment": dict(environment), "arguments": arguments, "folder": os.getcwd(), "point": point}  # noqa: PTH109
    asking = socket.socket(socket.AF_UNIX)
    asking.connect(str(address))
    socket.send_fds(asking, [json.dumps(request).encode() + b"\n"], files)
    return asking


if __name__ == "__main__":
    with ask(Path(sys.argv[1]), os.environ, sys.argv[2:], (0, 1, 2)).makefile() as answers:
        answers.readline()
        sys.exit(int(answers.readline()) % 256)
