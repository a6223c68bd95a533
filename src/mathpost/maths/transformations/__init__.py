"""Transformations of terms by what is known of their symbols: definitions, recurrences, limits, antiderivatives."""
