"""Lists with dots: their members, their general term, and counted copies."""
