r"""Commands that GitHub refuses although it draws with MathJax: those that change other commands, or hide their
content.

Its message is “The following macros are not allowed”. Its own pages do not list them; these are the families that its
support named, with the commands that users reported (github/markup 1551 and 1688).
"""

from __future__ import annotations

REFUSED = frozenset(
    r"""
    \newcommand \renewcommand \providecommand \def \gdef \let \newenvironment \renewenvironment
    \DeclareMathOperator \Newextarrow \require
    \operatorname \mbox \phantom \hphantom \vphantom
    """.split()
)
