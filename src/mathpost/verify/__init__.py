"""Is it so: models, methods and the court that hears them."""
