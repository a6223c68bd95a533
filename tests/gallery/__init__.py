"""False formulas in published texts: the entries, and the page of the documentation made from them."""
