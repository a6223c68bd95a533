"""Exercises with solutions made from the verified steps of a post, each of them verified."""
