"""A request as its rule receives it: addresses, authentication, and the state of the sandbox."""
