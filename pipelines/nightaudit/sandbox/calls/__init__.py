"""A request as a rule is given it: its address, its credentials, and the sandbox that was asked."""
