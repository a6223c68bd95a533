"""Facts about the symbols of a post: definitions, domains, conventions, properties of arrays."""
