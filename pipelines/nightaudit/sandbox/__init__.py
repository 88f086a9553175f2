"""The sandbox: the API played for real, by a server with a database."""

from nightaudit.sandbox.app import create_app
from nightaudit.sandbox.options import Connection, SandboxOptions
from nightaudit.sandbox.server import running, serve

__all__ = ["Connection", "SandboxOptions", "create_app", "running", "serve"]
