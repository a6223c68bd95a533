"""The normal distribution, of a number and of a column."""

from __future__ import annotations

from mathpost.maths.distributions import ClosedForms, Distribution, Entries, Spellings
from mathpost.maths.operators import Law

LINE = (r"-\infty", r"\infty")

DISTRIBUTIONS = (
    Distribution(
        "normal",
        (r"\mu", "v"),
        r"\frac{1}{\sqrt{2\pi v}} e^{-\frac{(x - \mu)^2}{2v}}",
        LINE,
        ("real", "positive"),
        closed=ClosedForms(
            moments=(r"\mu", r"\mu^2 + v", r"\mu^3 + 3\mu v", r"\mu^4 + 6\mu^2v + 3v^2"),
            cumulative=r"\frac{1}{2}\left(1 + \operatorname{erf}\left(\frac{x - \mu}{\sqrt{2v}}\right)\right)",
            cumulants=r"\mu t + \frac{1}{2}vt^2",
        ),
        spellings=Spellings(usual=(r"\mathcal{N}", "Normal", r"\mathscr{N}"), short=("N", r"\text{N}")),
        alternative="normal with deviation",
        laws=(
            Law(r"\mathbb{E}[X] = \mu", r"X \sim \mathcal{N}(\mu, \sigma^2)"),
            Law(r"\operatorname{Var}(X) = \sigma^2", r"X \sim \mathcal{N}(\mu, \sigma^2)"),
            Law(r"\mathbb{E}[X^2] = \mu^2 + \sigma^2", r"X \sim \mathcal{N}(\mu, \sigma^2)"),
            Law(r"\mathbb{E}[X^3] = \mu^3 + 3\mu\sigma^2", r"X \sim \mathcal{N}(\mu, \sigma^2)"),
            Law(r"\mathbb{E}[Z^4] = 3\sigma^4", r"Z \sim \mathcal{N}(0, \sigma^2)"),
            Law(r"\operatorname{Var}(Z^2) = 2\sigma^4", r"Z \sim \mathcal{N}(0, \sigma^2)"),
            Law(r"\mathbb{E}[e^{tX}] = e^{\mu t + \frac{\sigma^2 t^2}{2}}", r"X \sim \mathcal{N}(\mu, \sigma^2)"),
            Law(r"\mathbb{E}[(\mu + \sigma Z)^2] = \mu^2 + \sigma^2", r"Z \sim \mathcal{N}(0, 1)"),
            Law(r"\mathbb{E}[(aX + bY)^2] = a^2 + b^2", r"X \sim \mathcal{N}(0, 1)$ and $Y \sim \mathcal{N}(0, 1)"),
            Law(r"\mathbb{E}_{x \sim \mathcal{N}(\mu, \sigma^2)}[x^2] = \mu^2 + \sigma^2"),
            Law(r"\mathcal{N}(x; \mu, \sigma^2) = \frac{1}{\sqrt{2\pi}\sigma} \exp\left(-\frac{(x - \mu)^2}{2\sigma^2}\right)", r"\sigma > 0"),
        ),
        slips=(
            Law(r"\mathbb{E}[X^2] = \mu^2 - \sigma^2", r"X \sim \mathcal{N}(\mu, \sigma^2)"),
            Law(r"\mathbb{E}[X^3] = \mu^3 + \mu\sigma^2", r"X \sim \mathcal{N}(\mu, \sigma^2)"),
            Law(r"\mathbb{E}[Z^4] = 4\sigma^4", r"Z \sim \mathcal{N}(0, \sigma^2)"),
            Law(r"\mathbb{E}[(aX + bY)^2] = a^2 - b^2", r"X \sim \mathcal{N}(0, 1)$ and $Y \sim \mathcal{N}(0, 1)"),
            Law(r"\mathcal{N}(x; \mu, \sigma^2) = \frac{1}{\sqrt{2\pi}\sigma} \exp\left(-\frac{(x - \mu)^2}{\sigma^2}\right)"),
        ),
    ),
    Distribution(
        "normal with deviation",
        (r"\mu", "s"),
        r"\frac{1}{\sqrt{2\pi} s} e^{-\frac{(x - \mu)^2}{2s^2}}",
        LINE,
        ("real", "positive"),
        closed=ClosedForms(
            moments=(r"\mu", r"\mu^2 + s^2", r"\mu^3 + 3\mu s^2", r"\mu^4 + 6\mu^2s^2 + 3s^4"),
            cumulants=r"\mu t + \frac{1}{2}s^2t^2",
        ),
        laws=(Law(r"\operatorname{Var}(X) = s^2", r"X \sim \mathcal{N}(\mu, s)"),),
    ),
    Distribution(
        "lognormal",
        (r"\mu", "v"),
        r"\frac{1}{x\sqrt{2\pi v}} e^{-\frac{(\log x - \mu)^2}{2v}}",
        ("0", r"\infty"),
        ("real", "positive"),
        closed=ClosedForms(
            moments=(r"e^{\mu + \frac{v}{2}}", r"e^{2\mu + 2v}"),
            cumulative=r"\frac{1}{2}\left(1 + \operatorname{erf}\left(\frac{\log x - \mu}{\sqrt{2v}}\right)\right)",
        ),
        spellings=Spellings(usual=("Lognormal", "LogNormal", "LN")),
        alternative="lognormal with deviation",
        laws=(
            Law(
                r"\operatorname{Var}(X) = (e^{\sigma^2} - 1) e^{2\mu + \sigma^2}",
                r"X \sim \mathrm{LogNormal}(\mu, \sigma^2)",
            ),
        ),
        slips=(
            Law(
                r"\operatorname{Var}(X) = (e^{\sigma^2} - 1) e^{\mu + \sigma^2}",
                r"X \sim \mathrm{LogNormal}(\mu, \sigma^2)",
            ),
        ),
    ),
    Distribution(
        "lognormal with deviation",
        (r"\mu", "s"),
        r"\frac{1}{x\sqrt{2\pi} s} e^{-\frac{(\log x - \mu)^2}{2s^2}}",
        ("0", r"\infty"),
        ("real", "positive"),
        closed=ClosedForms(moments=(r"e^{\mu + \frac{s^2}{2}}", r"e^{2\mu + 2s^2}")),
        laws=(Law(r"\operatorname{Var}(X) = (e^{s^2} - 1) e^{2\mu + s^2}", r"X \sim \mathrm{LogNormal}(\mu, s)"),),
    ),
    Distribution(
        "multivariate normal",
        (r"\mu", r"\Sigma"),
        r"\frac{1}{\sqrt{\det(2\pi\boldsymbol{\Sigma})}}"
        r" e^{-\frac{1}{2}(\boldsymbol{x} - \boldsymbol{\mu})^\top\boldsymbol{\Sigma}^{-1}(\boldsymbol{x} - \boldsymbol{\mu})}",
        LINE,
        ("real", "positive"),
        closed=ClosedForms(
            moments=(r"\boldsymbol{\mu}", r"\boldsymbol{\Sigma}"),
            cumulants=r"\boldsymbol{t}^\top\boldsymbol{\mu} + \frac{1}{2}\boldsymbol{t}^\top\boldsymbol{\Sigma}\boldsymbol{t}",
        ),
        entries=Entries(
            columns=True,
            spherical=r"\frac{1}{(2\pi v)^{\frac{n}{2}}} e^{-\frac{1}{2v}\boldsymbol{x}^\top\boldsymbol{x}}",
        ),
        laws=(
            Law(
                r"\mathbb{E}[\boldsymbol{A}\boldsymbol{x} + \boldsymbol{b}] = \boldsymbol{A}\boldsymbol{\mu} + \boldsymbol{b}",
                r"\boldsymbol{x} \sim \mathcal{N}(\boldsymbol{\mu}, \boldsymbol{\Sigma})",
            ),
            Law(
                r"\mathbb{E}[\boldsymbol{x}\boldsymbol{x}^\top] = \boldsymbol{L}\boldsymbol{L}^\top + \boldsymbol{\mu}\boldsymbol{\mu}^\top",
                r"\boldsymbol{x} \sim \mathcal{N}(\boldsymbol{\mu}, \boldsymbol{L}\boldsymbol{L}^\top)",
            ),
        ),
    ),
)  # fmt: skip
