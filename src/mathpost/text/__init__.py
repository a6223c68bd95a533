"""Characters, places and edits, independent of Markdown and mathematics."""
