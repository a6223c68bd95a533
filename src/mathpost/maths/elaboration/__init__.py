"""From notation to terms."""
