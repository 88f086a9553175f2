"""A request as its rule receives it: addresses, authentication, and the state of the sandbox.

which operation, by whom: addresses, auth
the request:              call
what all requests share:  world
"""
