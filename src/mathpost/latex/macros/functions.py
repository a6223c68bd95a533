r"""Named functions such as \sin and \lim."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "operator",
        EVERYWHERE,
        r"""
        \Pr \arccos \arcsin \arctan \arg \bmod \cos \cosh \cot \coth \csc \deg \det \dim \exp \gcd
        \hom \inf \injlim \ker \lg \lim \liminf \limsup \ln \log \max \min \projlim \sec \sin \sinh
        \sup \tan \tanh \varinjlim \varliminf \varlimsup \varprojlim
        """,
        inline=False,
    ),
    *macros(
        "operator",
        "katex",
        r"\arcctg \arctg \argmax \argmin \ch \cosec \cotg \ctg \cth \plim \sh \tg",
        inline=False,
    ),
    *macros("command", EVERYWHERE, r"\mod \pmod \pod", arguments="math"),
    *macros("operator", EVERYWHERE, r"\operatorname", arguments="math", inline=False, star=True),
    *macros("operator", "katex latex", r"\operatornamewithlimits", arguments="math", inline=False),
    *macros("operator", "katex latex", r"\th", inline=False),
)
