"""The words of a post that decide roles, collected before any of its formulas is read."""

from __future__ import annotations

from mathpost.document.document import Document
from mathpost.maths.chance.stated_laws import laws_in_words
from mathpost.maths.claims.distributed_letters import Lawful
from mathpost.maths.claims.namings import Namings
from mathpost.maths.claims.roles.candidate import Before
from mathpost.maths.elaboration import handbook
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts.arrays import eigenvectors
from mathpost.maths.facts.arrays.spectra import mentioned
from mathpost.maths.facts.curvature import shapes_of_functions
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.terms.names import bare


def before(document: Document) -> Before:
    """What `document` states in words about laws, matrices and functions; no symbol is defined yet."""
    laws = laws_in_words(document, Sentences(document), Conventions())
    return Before(
        Namings(Sections(document.headings)),
        Lawful({known.head: known.place for known in reversed(tuple(laws))}),
        eigenvectors.matrices(document),
        {name: frozenset(map(bare, of)) for name, of in mentioned(document).items()},
        handbook.mentioned(document),
        frozenset(f"{said.name}()" for said in shapes_of_functions(document)),
    )
