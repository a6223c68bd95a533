"""Terms transformed by what is known of their symbols: definitions, recurrences, limits, antiderivatives."""
