"""Why a failure in the models does not refute a claim."""
