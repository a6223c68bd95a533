"""What a failing claim leaves open, which a true neighbour may outweigh."""
