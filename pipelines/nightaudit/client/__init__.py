"""The API of the property management system: operations as data, and a client that calls them."""
