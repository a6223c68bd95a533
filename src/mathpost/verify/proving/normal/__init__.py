"""The commutative normal form: its arithmetic, its generators and what it makes of each operator."""
