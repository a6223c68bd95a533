"""Other letters and signs that are symbols by themselves."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "letter",
        EVERYWHERE,
        r"""
        \Bbbk \Box \Diamond \Finv \Game \Im \Re \aleph \angle \backprime \beth \bigstar
        \blacklozenge \blacksquare \blacktriangle \blacktriangledown \circledS \clubsuit \complement
        \daleth \diagdown \diagup \diamondsuit \ell \emptyset \eth \flat \gimel \hbar \heartsuit
        \hslash \imath \infty \jmath \lozenge \measuredangle \mho \nabla \natural \partial \prime
        \sharp \spadesuit \sphericalangle \square \triangle \triangledown \varnothing \wp
        """,
    ),
    *macros(
        "letter",
        "katex",
        r"""
        \Complex \Dagger \N \R \Reals \Z \alef \alefsym \angln \bull \clubs \cnums \diamonds \hearts
        \image \infin \natnums \reals \spades \weierp
        """,
    ),
    *macros("letter", EVERYWHERE, r"\LaTeX \S \TeX \checkmark \circledR \maltese \yen", mode="both"),
    *macros("letter", "extension", r"\MTThinColon \celsius \micro \ohm \perthousand"),
    *macros("letter", "katex latex", r"\P \dag \ddag \pounds", mode="both"),
    *macros("letter", "katex latex", r"\empty \mathsterling \real"),
    *macros("letter", "katex", r"\KaTeX \sect", mode="both"),
    *macros("letter", "katex extension", r"\degree", mode="both"),
)
