"""Words: what the sentences around formulas say, in Chinese and English."""
