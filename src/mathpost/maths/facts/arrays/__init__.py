"""What a post states about its arrays: decompositions, eigenvalues, singular values, labels."""
