"""The sandbox: the API played for real, by a server with a database.

a sandbox and its clock:  server, options, app, clock, living, churn
its store:                store, tables, records, drawn, wire, money
what it begins with:      portfolio, filling, portfolio_types
a request:                routes, auth, call, parameters, problem, rules
a list:                   listing, filters, envelopes
a document:               openapi, pages, invoice_pdf
told from outside:        admin, remote, faults, faulty
"""

from nightaudit.sandbox.app import create_app
from nightaudit.sandbox.options import Connection, SandboxOptions
from nightaudit.sandbox.server import running, serve

__all__ = ["Connection", "SandboxOptions", "create_app", "running", "serve"]
