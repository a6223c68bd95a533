"""What structure, models and normal forms say of one reading."""
