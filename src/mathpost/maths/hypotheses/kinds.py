"""The kinds of hypotheses."""

from __future__ import annotations

from mathpost.maths.facts import curvature
from mathpost.maths.facts.arrays.spectra import Spectrum
from mathpost.maths.facts.domains import Bounds
from mathpost.maths.facts.facts import Equation, Fact
from mathpost.maths.facts.properties import Mention, Said
from mathpost.maths.facts.quantifiers import Quantified
from mathpost.maths.hypotheses.assumptions import Condition
from mathpost.maths.hypotheses.store import Kind
from mathpost.maths.terms.term import Term
from mathpost.maths.typing.ranks import Declared

DEFINITION = Kind[Fact]("definition")  # definition or law of a symbol, family or function
RESTATEMENT = Kind[Fact](
    "restatement"
)  # another statement about a defined head: f of the next example, a claim
MEMBERSHIP = Kind[Fact]("membership")  # members in terms of their array
ASSEMBLED = Kind[None]("assembled")  # an array built from members that the post defines
EQUATION = Kind[Equation]("equation")  # true for some values of its symbols only: ``\alpha^2 + \beta^2 = 1``
BOUNDS = Kind[Bounds]("bounds")  # domain of a symbol
CONDITION = Kind[Condition]("condition")  # an assumed relation: ``\Re c > \Re b``
POSITIVE = Kind[None]("positive")  # a symbol under logarithms or roots, or used as a measure
VALUES = Kind[Term]("values")  # a value listed for a symbol: ``Y \in \{0, 1\}``
DECLARATION = Kind[Declared]("declaration")  # the space of a symbol: ``W \in \mathbb{R}^{m \times n}``
ARRAY_PROPERTY = Kind[Said]("array property")  # symmetric, orthogonal
ARBITRARY_ARRAY = Kind[None]("arbitrary array")  # arbitrary from this place on
MENTION = Kind[Mention]("mention")  # a word for a property of arrays, whose name is the subject
DECOMPOSITION = Kind[Equation]("decomposition")  # of a matrix, stated in words
SPECTRUM = Kind[Spectrum]("spectrum")  # the letters of the values and vectors of a matrix
RANK = Kind[None]("rank")  # the post mentions ranks of matrices
QUANTIFIED = Kind[Quantified]("quantified")  # arbitrary letters
SHAPE = Kind[curvature.Said]("shape")  # convex, smooth
ENTRYWISE = Kind[None]("entrywise")  # a function applied entry by entry
SPECIAL_FUNCTION = Kind[None]("special function")  # a family of functions that the post mentions
COMPLEX = Kind[None]("complex")  # the post mentions complex numbers, so that a symbol may be complex
CHANCE = Kind[None]("chance")  # the subject is a property of the variables: independent, identical, noise
MOMENT = Kind[Equation]("moment")  # a moment stated in words
TRANSITION = Kind[None]("transition")  # a law of a chain is defined
CENTRED = Kind[int]("centred")  # the variable has mean zero after this place
NORMALISED = Kind[int | None]("normalised")  # entries add up to 1 by this step (None: by words)
