"""What a post states about its symbols: definitions, domains, conventions, properties of arrays."""
