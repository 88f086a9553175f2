"""What listens and answers: the server, the application it runs, and a route for each declared operation."""
