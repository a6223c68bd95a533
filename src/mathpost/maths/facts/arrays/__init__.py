"""Facts about the arrays of a post: decompositions, eigenvalues, singular values, labels."""
