"""What a post says of its symbols: definitions, domains, conventions, properties of arrays."""
