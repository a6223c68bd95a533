"""Methods that prove: each file is one, with `NAME` as a verdict tells it. None of them ever refutes."""
