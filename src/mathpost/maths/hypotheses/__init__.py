"""What is in force at a place of a post."""
