"""What a formula means: terms, claims, and the context a claim is in."""
