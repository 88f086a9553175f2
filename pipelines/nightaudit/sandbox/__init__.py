"""The sandbox: a real server with a database that behaves as the API document says. Each package docstring maps its modules.

http server and routes:   server
start options and time:   options, clock
control from outside:     control, faults
requests and their rules: calls, rules, problem, stay_statuses, wire
list answers:             lists
stored records:           store
generated records:        portfolio
openapi document:         openapi
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
    """Import each name on first use: callers of a sandbox elsewhere need neither the server nor the packages it requires."""
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(import_module(f"nightaudit.sandbox.{_MODULES[name]}"), name)
