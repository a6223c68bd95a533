"""Terms: what a formula means, without LaTeX and without words; how terms are searched, compared and rewritten."""
