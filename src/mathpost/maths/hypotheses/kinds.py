"""The kinds of hypotheses that a post may state."""

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

DEFINITION = Kind[Fact]("definition")  # a symbol, a family or a function is defined, or has a law
RESTATEMENT = Kind[Fact](
    "restatement"
)  # said again of a head that was defined: the next example's f, a claim
MEMBERSHIP = Kind[Fact]("membership")  # what the members of an array are
ASSEMBLED = Kind[None]("assembled")  # an array built from members that the post defines
EQUATION = Kind[Equation]("equation")  # holds for some values of its symbols only: ``\alpha^2 + \beta^2 = 1``
BOUNDS = Kind[Bounds]("bounds")  # where a symbol lives
CONDITION = Kind[Condition]("condition")  # a relation that is assumed: ``\Re c > \Re b``
POSITIVE = Kind[None]("positive")  # it takes logarithms or roots of the symbol, or measures with it
VALUES = Kind[Term]("values")  # one of the values listed for a symbol: ``Y \in \{0, 1\}``
DECLARATION = Kind[Declared]("declaration")  # the space of a symbol: ``W \in \mathbb{R}^{m \times n}``
ARRAY_PROPERTY = Kind[Said]("array property")  # symmetric, orthogonal
ARBITRARY_ARRAY = Kind[None]("arbitrary array")  # from here on it may be any
MENTION = Kind[Mention]("mention")  # a word for the property of arrays that is the subject
DECOMPOSITION = Kind[Equation]("decomposition")  # of a matrix, by words
SPECTRUM = Kind[Spectrum]("spectrum")  # the letters of the values and vectors of a matrix
RANK = Kind[None]("rank")  # it mentions the ranks of matrices
QUANTIFIED = Kind[Quantified]("quantified")  # letters that may be anything
SHAPE = Kind[curvature.Said]("shape")  # convex, smooth
ENTRYWISE = Kind[None]("entrywise")  # a function that is taken entry by entry
SPECIAL_FUNCTION = Kind[None]("special function")  # a family of which the post speaks
COMPLEX = Kind[None]("complex")  # it mentions complex numbers, so that a symbol may be one
CHANCE = Kind[None]("chance")  # it calls its variables independent, identical, noise: the subject
MOMENT = Kind[Equation]("moment")  # the moments that words give
TRANSITION = Kind[None]("transition")  # the law of a chain is defined
CENTRED = Kind[int]("centred")  # the mean of the variable is zero after this place
NORMALISED = Kind[int | None]("normalised")  # entries add up to 1, as this step says (None: as words do)
