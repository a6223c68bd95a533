"""What the author may have meant, and the steps between the sides of an equation."""
