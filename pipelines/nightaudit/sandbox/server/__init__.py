"""The HTTP server, the application that it runs, a route for each declared operation, and the values of request bodies.

process and application: server, app
a request to a route:    routes, values
"""
