"""Terms: the meaning of a formula, without LaTeX and words; how terms are searched, compared and rewritten."""
