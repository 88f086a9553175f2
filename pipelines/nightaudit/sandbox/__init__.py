"""The sandbox: the API played for real, by a server with a database. Each package says what stands in it.

it listens and answers:  server
how it is started:       options, clock
told from outside:       control, faults
a request, and its rule: calls, rules, problem, wire
a list:                  lists
its records:             store
what it begins with:     portfolio
its document:            openapi
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nightaudit.sandbox.options import Connection, SandboxOptions
    from nightaudit.sandbox.server.app import create_app
    from nightaudit.sandbox.server.server import running, serve

__all__ = ["Connection", "SandboxOptions", "create_app", "running", "serve"]
_MODULES = {
    "Connection": "options",
    "SandboxOptions": "options",
    "create_app": "server.app",
    "running": "server.server",
    "serve": "server.server",
}


def __getattr__(name: str) -> Any:
    """Each name on first use: whoever talks to a sandbox elsewhere needs no server here, nor the packages of one."""
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(import_module(f"nightaudit.sandbox.{_MODULES[name]}"), name)
