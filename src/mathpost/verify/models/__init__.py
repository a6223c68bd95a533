"""Random finite models, and the value of a term in one of them."""
