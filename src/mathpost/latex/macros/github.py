r"""What GitHub refuses although it draws with MathJax: commands that change others, or hide what they hold.

It answers “The following macros are not allowed”. Its own pages do not list them; these are the families that its
support named, with the commands its users reported (github/markup 1551 and 1688).
"""

from __future__ import annotations

REFUSED = frozenset(
    r"""
    \newcommand \renewcommand \providecommand \def \gdef \let \newenvironment \renewenvironment
    \DeclareMathOperator \Newextarrow \require
    \operatorname \mbox \phantom \hphantom \vphantom
    """.split()
)
