"""The hypotheses in force at a place of a post."""
