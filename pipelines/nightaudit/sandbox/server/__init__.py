"""The HTTP server, the application that it runs, and a route for each declared operation."""
