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

from nightaudit.sandbox.options import Connection, SandboxOptions
from nightaudit.sandbox.server.app import create_app
from nightaudit.sandbox.server.server import running, serve

__all__ = ["Connection", "SandboxOptions", "create_app", "running", "serve"]
