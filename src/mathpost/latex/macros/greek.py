"""Greek letters."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "letter",
        EVERYWHERE,
        r"""
        \Delta \Gamma \Lambda \Omega \Phi \Pi \Psi \Sigma \Theta \Upsilon \Xi \alpha \beta \chi
        \delta \digamma \epsilon \eta \gamma \iota \kappa \lambda \mu \nu \omega \phi \pi \psi \rho
        \sigma \tau \theta \upsilon \varDelta \varGamma \varLambda \varOmega \varPhi \varPi \varPsi
        \varSigma \varTheta \varUpsilon \varXi \varepsilon \varkappa \varphi \varpi \varrho
        \varsigma \vartheta \xi \zeta
        """,
    ),
    *macros(
        "letter",
        "katex",
        r"\Alpha \Beta \Chi \Epsilon \Eta \Iota \Kappa \Mu \Nu \Omicron \Rho \Tau \Zeta \thetasym",
    ),
    *macros("letter", "katex mathjax", r"\omicron"),
)
