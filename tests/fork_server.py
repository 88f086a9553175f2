"""The process that commands are forks of: it imports everything but dbt, which they need not run. `fork_server.py FOLDER`.

Prints a line when it is ready. Whoever connects to `FOLDER/socket` sends a JSON request ({"environment", "arguments",
"point", "folder"}) and its three files, and is answered the fork's process id and, once it has ended, its status. Until the
connection is closed the id is still the fork's own; a fork that still runs then is told to end. It ends with its input.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import logging
import os
import selectors
import signal
import socket
import sys
from pathlib import Path
from typing import Any

HEAVY = (
    "dlt",
    "duckdb",
    "pyarrow",
    "httpx",
    "nightaudit.cli",
    "nightaudit.load.source",
    "nightaudit.nightly",
    "plain_dlt",
    "altair",
    "jinja2",
)


def prepare() -> None:
    """Do once what each command would wait for."""
    for name in HEAVY:
        importlib.import_module(name)
    gc.freeze()  # what is here for good is not looked through in every fork


def serve(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener, selectors.DefaultSelector() as awaited:
        listener.bind(str(folder / "socket"))
        listener.listen()
        print("ready", flush=True)
        awaited.register(sys.stdin, selectors.EVENT_READ)
        awaited.register(listener, selectors.EVENT_READ)
        while True:
            for key, _ in awaited.select():
                if key.fileobj is sys.stdin:
                    return
                if key.fileobj is listener:
                    begin(listener, awaited)
                elif key.data:
                    tell(key, awaited)
                else:
                    forget(key, awaited)


forks: dict[socket.socket, tuple[int, int]] = {}  # process id and its descriptor


def begin(listener: socket.socket, awaited: selectors.BaseSelector) -> None:
    """Fork for a request."""
    asking, _ = listener.accept()
    text, files, *_ = socket.recv_fds(asking, 1 << 16, 3)
    while not text.endswith(b"\n"):
        text += asking.recv(1 << 16)
    process = os.fork()
    if process == 0:
        become(json.loads(text), files)
    for file in files:
        os.close(file)
    asking.sendall(f"{process}\n".encode())
    forks[asking] = process, os.pidfd_open(process)
    awaited.register(asking, selectors.EVENT_READ)
    awaited.register(forks[asking][1], selectors.EVENT_READ, asking)


def tell(key: selectors.SelectorKey, awaited: selectors.BaseSelector) -> None:
    """A fork has ended: say how."""
    awaited.unregister(key.fileobj)
    ended = os.waitid(os.P_PID, forks[key.data][0], os.WEXITED | os.WNOWAIT)
    assert ended
    status = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
    with contextlib.suppress(BrokenPipeError):
        key.data.sendall(f"{status}\n".encode())


def forget(key: selectors.SelectorKey, awaited: selectors.BaseSelector) -> None:
    """Whoever asked has gone."""
    assert isinstance(key.fileobj, socket.socket)
    process, descriptor = forks.pop(key.fileobj)
    awaited.unregister(key.fileobj)
    with contextlib.suppress(KeyError):
        awaited.unregister(descriptor)  # it still runs
        os.kill(process, signal.SIGTERM)
    os.waitpid(process, 0)
    os.close(descriptor)
    key.fileobj.close()


def become(request: dict[str, Any], files: list[int]) -> None:
    """Be the command; never returns."""
    code = 70
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.chdir(request["folder"])
        os.environ.update(request["environment"])
        if request["point"]:
            from kill_points import Point, arm

            arm(Point(*request["point"]))
        if request["arguments"][0] == "plain-dlt":
            from plain_dlt import load

            load(*request["arguments"][1:])
        else:
            from nightaudit.cli import main

            sys.argv = ["nightaudit", *request["arguments"]]
            main()
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    except Exception:
        logging.getLogger("forked").exception("the command failed")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    prepare()
    serve(Path(sys.argv[1]))
