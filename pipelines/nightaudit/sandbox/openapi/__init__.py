"""The OpenAPI document of a sandbox, and the HTML page that shows it."""
