"""Why a claim that fails is never refuted: one module per subject, each a table of rows."""
