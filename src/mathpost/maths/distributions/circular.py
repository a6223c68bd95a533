"""Distributions on a circle and on spheres."""

from __future__ import annotations

from mathpost.maths.distributions import ClosedForms, Distribution, Spellings
from mathpost.maths.operators import Law

BESSEL = "Bessel functions"

DISTRIBUTIONS = (
    Distribution(
        "von Mises",
        (r"\mu", r"\kappa"),
        r"\frac{e^{\kappa\cos(x - \mu)}}{2\pi I_0(\kappa)}",
        (r"-\pi", r"\pi"),
        ("real", "positive"),
        spellings=Spellings(usual=("VM", "vonMises")),
        laws=(
            Law(r"\mathrm{VM}(x; \mu, \kappa) = \frac{\exp(\kappa\cos(x - \mu))}{2\pi I_0(\kappa)}", "", BESSEL),
            Law(r"\frac{\mathrm{VM}(x; \mu, \kappa)}{\mathrm{VM}(\mu; \mu, \kappa)} = e^{\kappa(\cos(x - \mu) - 1)}"),
        ),
        slips=(
            Law(r"\mathrm{VM}(x; \mu, \kappa) = \frac{\exp(\kappa\cos(x - \mu))}{\pi I_0(\kappa)}", "", BESSEL),
            Law(r"\frac{\mathrm{VM}(x; \mu, \kappa)}{\mathrm{VM}(\mu; \mu, \kappa)} = e^{\kappa(\cos(x - \mu) + 1)}"),
        ),
    ),
    # on the sphere in three dimensions, in terms of the cosine to the mean direction
    Distribution(
        "von Mises–Fisher",
        (r"\kappa",),
        r"\frac{\kappa}{2\sinh\kappa} e^{\kappa x}",
        ("-1", "1"),
        ("positive",),
        closed=ClosedForms(
            moments=(
            r"\coth\kappa - \frac{1}{\kappa}",
            r"1 - \frac{2}{\kappa}\left(\coth\kappa - \frac{1}{\kappa}\right)",
        ),
        ),
        spellings=Spellings(usual=("vMF", "VMF")),
        laws=(
            Law(r"\mathbb{E}[X] = \coth\kappa - \frac{1}{\kappa}", r"X \sim \mathrm{vMF}(\kappa)"),
            Law(r"\mathbb{E}[X] = \frac{1 + e^{-2\kappa}}{1 - e^{-2\kappa}} - \frac{1}{\kappa}", r"X \sim \mathrm{vMF}(\kappa)"),
            Law(r"\mathbb{E}[X^2] = 1 - \frac{2}{\kappa}\coth\kappa + \frac{2}{\kappa^2}", r"X \sim \mathrm{vMF}(\kappa)"),
        ),
        slips=(
            Law(r"\mathbb{E}[X] = \tanh\kappa - \frac{1}{\kappa}", r"X \sim \mathrm{vMF}(\kappa)"),
            Law(r"\mathbb{E}[X^2] = 1 - \frac{1}{\kappa}\coth\kappa + \frac{2}{\kappa^2}", r"X \sim \mathrm{vMF}(\kappa)"),
        ),
    ),
)  # fmt: skip
