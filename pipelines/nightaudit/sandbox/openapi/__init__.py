"""The OpenAPI document of what a sandbox answers, and the page that shows it to people."""
