"""Lists that are written with dots: their members, their general term, copies that a brace counts."""
