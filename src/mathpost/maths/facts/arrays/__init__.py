"""What a post says of its arrays: decompositions, eigenvalues, singular values, labels."""
