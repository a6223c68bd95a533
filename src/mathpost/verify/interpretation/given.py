"""What a reading of a claim takes as given, by an id; the sentence that a reader sees is made from the id."""

from __future__ import annotations

from typing import NamedTuple

# an id → what a verdict says of it, with the names that it is given for
SENTENCES = {
    "constant": "a constant",
    "constant-factor": "a constant factor",
    "equations": "{}",
    "summed-up": "{}, summed up",
    "followed-up": "{}, computed from its first values",
    "moments": "the moments that the post gives",
    "moments-in-words": "the moments that the words give",
    "laws-in-words": "the laws and means that the words give",
    "decomposition-in-words": "the decomposition that the words give",
    "normalised": "that {} adds up to 1",
    "size": "arrays of size {}",
    "length": "that {} is the length of {}",
    "example": "{}",
    "values-elsewhere": "values that the post gives elsewhere",
    "coefficients": "{}",
    "value-of-function": "a value of the function",
    "between-bounds": "{} between its bounds",
    "some-event": "that one of the events happens",
    "usual-moments": "{} as moments",
    "columns": "small letters as the rows or columns of {}",
    "entries": "small letters as the entries of {}",
    "start-at-zero": "{}",
    "dependences": "which variables depend on which",
    "one-letter": "functions of one letter",
}


class Given(NamedTuple):
    """What a reading takes as given: an id, what it is given for, and the steps that say so.

    ``Given("size", ("3",))`` is shown as "arrays of size 3".
    """

    id: str
    names: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()

    @property
    def sentence(self) -> str:
        """What a verdict says of it."""
        return SENTENCES[self.id].format(*self.names)
