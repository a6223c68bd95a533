"""Characters, places and edits: knows neither Markdown nor mathematics."""
