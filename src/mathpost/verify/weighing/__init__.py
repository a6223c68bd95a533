"""The result of structure, models and normal forms for one reading."""
