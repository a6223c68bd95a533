"""Distributions on the line, a ray or a segment."""

from __future__ import annotations

from mathpost.maths.distributions import ClosedForms, Distribution, Spellings
from mathpost.maths.operators import Law

LINE = (r"-\infty", r"\infty")
RAY = ("0", r"\infty")
SEGMENT = ("0", "1")

DISTRIBUTIONS = (
    Distribution(
        "uniform",
        ("a", "b"),
        r"\frac{1}{b - a}",
        ("a", "b"),
        ("real", "real"),
        closed=ClosedForms(
            moments=(
                r"\frac{a + b}{2}",
                r"\frac{a^2 + ab + b^2}{3}",
                r"\frac{(a + b)(a^2 + b^2)}{4}",
                r"\frac{a^4 + a^3b + a^2b^2 + ab^3 + b^4}{5}",
            ),
            cumulative=r"\frac{x - a}{b - a}",
            cumulants=r"\log\frac{e^{bt} - e^{at}}{(b - a)t}",
        ),
        spellings=Spellings(usual=("Uniform", "Unif", r"\mathcal{U}"), short=("U", r"\text{U}")),
        alternative="discrete uniform",
        laws=(
            Law(r"\mathbb{E}[X^3] = \frac{1}{4}", r"X \sim \mathcal{U}(0, 1)"),
            Law(r"\mathbb{E}[X] = \frac{a + b}{2}", r"X \sim \mathcal{U}(a, b)"),
            Law(r"\operatorname{Var}(X) = \frac{(b - a)^2}{12}", r"X \sim \mathcal{U}(a, b)"),
            Law(r"\mathbb{E}[X^2] = \frac{a^2 + ab + b^2}{3}", r"X \sim \mathcal{U}(a, b)"),
        ),
        slips=(
            Law(r"\mathbb{E}[X] = \frac{b - a}{2}", r"X \sim \mathcal{U}(a, b)"),
            Law(r"\mathbb{E}[X^2] = \frac{a^2 + b^2}{2}", r"X \sim \mathcal{U}(a, b)"),
            Law(r"\operatorname{Var}(X) = \frac{(b - a)^2}{24}", r"X \sim \mathcal{U}(a, b)"),
            Law(r"\mathbb{E}[X^2] = \frac{a^2 - ab + b^2}{3}", r"X \sim \mathcal{U}(a, b)"),
        ),
    ),
    Distribution(
        "exponential",
        (r"\lambda",),
        r"\lambda e^{-\lambda x}",
        RAY,
        ("positive",),
        closed=ClosedForms(
            moments=(
                r"\frac{1}{\lambda}",
                r"\frac{2}{\lambda^2}",
                r"\frac{6}{\lambda^3}",
                r"\frac{24}{\lambda^4}",
            ),
            cumulative=r"1 - e^{-\lambda x}",
            cumulants=r"-\log\left(1 - \frac{t}{\lambda}\right)",
        ),
        spellings=Spellings(usual=("Exp", "Expon", "Exponential")),
        alternative="exponential with scale",
        laws=(
            Law(r"\mathbb{E}[X^3] = \frac{6}{\lambda^3}", r"X \sim \mathrm{Exp}(\lambda)"),
            Law(r"\mathbb{E}[X] = \frac{1}{\lambda}", r"X \sim \mathrm{Exp}(\lambda)"),
            Law(r"\operatorname{Var}(X) = \frac{1}{\lambda^2}", r"X \sim \mathrm{Exp}(\lambda)"),
            Law(r"\mathbb{E}[X^2] = \frac{2}{\lambda^2}", r"X \sim \mathrm{Exp}(\lambda)"),
            Law(r"P(X > x) = e^{-\lambda x}", r"X \sim \mathrm{Exp}(\lambda)$, $x > 0"),
        ),
        slips=(
            Law(r"\mathbb{E}[X^3] = \frac{3}{\lambda^3}", r"X \sim \mathrm{Exp}(\lambda)"),
            Law(
                r"\mathbb{E}[(X - 1)^2] = \frac{2}{\lambda^2} - \frac{1}{\lambda} + 1",
                r"X \sim \mathrm{Exp}(\lambda)",
            ),
            Law(r"\mathbb{E}[X^2] = \frac{1}{\lambda^2}", r"X \sim \mathrm{Exp}(\lambda)"),
            Law(r"\operatorname{Var}(X) = \frac{2}{\lambda^2}", r"X \sim \mathrm{Exp}(\lambda)"),
        ),
    ),
    Distribution(
        "exponential with scale",
        (r"\theta",),
        r"\frac{1}{\theta} e^{-\frac{x}{\theta}}",
        RAY,
        ("positive",),
        closed=ClosedForms(
            moments=(r"\theta", r"2\theta^2", r"6\theta^3", r"24\theta^4"),
            cumulative=r"1 - e^{-\frac{x}{\theta}}",
            cumulants=r"-\log(1 - \theta t)",
        ),
        laws=(Law(r"\mathbb{E}[X] = \theta", r"X \sim \mathrm{Exp}(\theta)"),),
    ),
    Distribution(
        "gamma",
        ("a", "b"),
        r"\frac{b^a}{\Gamma(a)} x^{a - 1} e^{-bx}",
        RAY,
        ("positive", "positive"),
        closed=ClosedForms(
            moments=(
                r"\frac{a}{b}",
                r"\frac{a(a + 1)}{b^2}",
                r"\frac{a(a + 1)(a + 2)}{b^3}",
                r"\frac{a(a + 1)(a + 2)(a + 3)}{b^4}",
            ),
            cumulants=r"-a\log\left(1 - \frac{t}{b}\right)",
        ),
        spellings=Spellings(usual=("Gam", "Gamma"), short=(r"\Gamma", r"\mathcal{G}")),
        alternative="gamma with scale",
        laws=(
            Law(r"\mathbb{E}[X^2] = \frac{a(a + 1)}{b^2}", r"X \sim \mathrm{Gam}(a, b)"),
            Law(r"\mathbb{E}[X] = \frac{a}{b}", r"X \sim \mathrm{Gam}(a, b)"),
            Law(r"\operatorname{Var}(X) = \frac{a}{b^2}", r"X \sim \mathrm{Gam}(a, b)"),
            Law(r"\mathrm{Gam}(x; a, b) = \frac{b^a}{\Gamma(a)} x^{a - 1} \exp(-bx)", "x > 0"),
        ),
        slips=(
            Law(r"\mathbb{E}[X^3] = \frac{a(a + 1)(a + 3)}{b^3}", r"X \sim \mathrm{Gam}(a, b)"),
            Law(r"\operatorname{Var}(X) = \frac{a^2}{b^3}", r"X \sim \mathrm{Gam}(a, b)"),
            Law(r"\mathbb{E}[X^2] = \frac{a^2}{b^2}", r"X \sim \mathrm{Gam}(a, b)"),
            Law(r"\mathrm{Gam}(x; a, b) = \frac{b^a}{\Gamma(a)} x^{a} \exp(-bx)", "x > 0"),
        ),
    ),
    Distribution(
        "gamma with scale",
        ("a", r"\theta"),
        r"\frac{1}{\Gamma(a)\theta^a} x^{a - 1} e^{-\frac{x}{\theta}}",
        RAY,
        ("positive", "positive"),
        closed=ClosedForms(
            moments=(
                r"a\theta",
                r"a(a + 1)\theta^2",
                r"a(a + 1)(a + 2)\theta^3",
                r"a(a + 1)(a + 2)(a + 3)\theta^4",
            ),
            cumulants=r"-a\log(1 - \theta t)",
        ),
        laws=(Law(r"\operatorname{Var}(X) = k\theta^2", r"X \sim \Gamma(k, \theta)"),),
    ),
    Distribution(
        "inverse gamma",
        ("a", "b"),
        r"\frac{b^a}{\Gamma(a)} x^{-a - 1} e^{-\frac{b}{x}}",
        RAY,
        ("positive", "positive"),
        closed=ClosedForms(moments=(r"\frac{b}{a - 1}", r"\frac{b^2}{(a - 1)(a - 2)}")),
        spellings=Spellings(usual=("InvGam", "IG", "InverseGamma", "InvGamma")),
        laws=(
            Law(
                r"\operatorname{Var}(X) = \frac{b^2}{(a - 1)^2(a - 2)}",
                r"X \sim \mathrm{InvGam}(a, b)",
            ),
        ),
        slips=(
            Law(
                r"\operatorname{Var}(X) = \frac{b^2}{(a - 1)(a - 2)}",
                r"X \sim \mathrm{InvGam}(a, b)",
            ),
        ),
    ),
    Distribution(
        "beta",
        (r"\alpha", r"\beta"),
        r"\frac{\Gamma(\alpha + \beta)}{\Gamma(\alpha)\Gamma(\beta)} x^{\alpha - 1} (1 - x)^{\beta - 1}",
        SEGMENT,
        ("positive", "positive"),
        closed=ClosedForms(
            moments=(
                r"\frac{\alpha}{\alpha + \beta}",
                r"\frac{\alpha(\alpha + 1)}{(\alpha + \beta)(\alpha + \beta + 1)}",
                r"\frac{\alpha(\alpha + 1)(\alpha + 2)}{(\alpha + \beta)(\alpha + \beta + 1)(\alpha + \beta + 2)}",
            ),
        ),
        spellings=Spellings(usual=("Bet", "Beta")),
        laws=(
            Law(
                r"\mathrm{Beta}(x; \alpha, \beta) = \frac{\Gamma(\alpha + \beta)}{\Gamma(\alpha)\Gamma(\beta)} x^{\alpha - 1} (1 - x)^{\beta - 1}",
                r"x \in (0, 1)",
            ),
            Law(r"\mathbb{E}[X] = \frac{\alpha}{\alpha + \beta}", r"X \sim \mathrm{Beta}(\alpha, \beta)"),
            Law(
                r"\operatorname{Var}(X) = \frac{\alpha\beta}{(\alpha + \beta)^2(\alpha + \beta + 1)}",
                r"X \sim \mathrm{Bet}(\alpha, \beta)",
            ),
        ),
        slips=(
            Law(
                r"\mathbb{E}[X(1 - X)] = \frac{\alpha\beta}{(\alpha + \beta)^2}",
                r"X \sim \mathrm{Beta}(\alpha, \beta)",
            ),
            Law(
                r"\mathrm{Beta}(x; \alpha, \beta) = \frac{\Gamma(\alpha + \beta)}{\Gamma(\alpha)\Gamma(\beta)} x^{\alpha} (1 - x)^{\beta - 1}",
                r"x \in (0, 1)",
            ),
            Law(r"\mathbb{E}[X] = \frac{\beta}{\alpha + \beta}", r"X \sim \mathrm{Beta}(\alpha, \beta)"),
            Law(
                r"\operatorname{Var}(X) = \frac{\alpha\beta}{(\alpha + \beta)^2(\alpha + \beta - 1)}",
                r"X \sim \mathrm{Bet}(\alpha, \beta)",
            ),
        ),
    ),
    Distribution(
        "Wald",
        (r"\gamma", r"\alpha"),
        r"\frac{\alpha}{\sqrt{2\pi x^3}} e^{-\frac{(\alpha - \gamma x)^2}{2x}}",
        RAY,
        ("positive", "positive"),
        closed=ClosedForms(
            moments=(r"\frac{\alpha}{\gamma}", r"\frac{\alpha^2}{\gamma^2} + \frac{\alpha}{\gamma^3}"),
            cumulants=r"\alpha\gamma - \alpha\sqrt{\gamma^2 - 2t}",
        ),
        spellings=Spellings(usual=("Wald",)),
        laws=(
            Law(r"\mathbb{E}[X] = \frac{\alpha}{\gamma}", r"X \sim \mathrm{Wald}(\gamma, \alpha)"),
            Law(r"\operatorname{Var}(X) = \frac{\alpha}{\gamma^3}", r"X \sim \mathrm{Wald}(\gamma, \alpha)"),
        ),
        slips=(
            Law(r"\mathbb{E}[X] = \frac{\gamma}{\alpha}", r"X \sim \mathrm{Wald}(\gamma, \alpha)"),
            Law(r"\operatorname{Var}(X) = \frac{\alpha}{\gamma^2}", r"X \sim \mathrm{Wald}(\gamma, \alpha)"),
        ),
    ),
    Distribution(
        "chi-squared",
        ("k",),
        r"\frac{1}{2^{\frac{k}{2}} \Gamma\left(\frac{k}{2}\right)} x^{\frac{k}{2} - 1} e^{-\frac{x}{2}}",
        RAY,
        ("size",),
        closed=ClosedForms(
            moments=("k", "k(k + 2)", "k(k + 2)(k + 4)", "k(k + 2)(k + 4)(k + 6)"),
            cumulants=r"-\frac{k}{2}\log(1 - 2t)",
        ),
        spellings=Spellings(usual=(r"\chi^2",)),
        laws=(
            Law(r"\mathbb{E}[X^2] = k(k + 2)", r"X \sim \chi^2(k)"),
            Law(r"\mathbb{E}[X] = k", r"X \sim \chi^2(k)"),
            Law(r"\operatorname{Var}(X) = 2k", r"X \sim \chi^2(k)"),
        ),
        slips=(
            Law(r"\operatorname{Var}(X) = 4k", r"X \sim \chi^2(k)"),
            Law(r"\mathbb{E}[X] = 2k", r"X \sim \chi^2(k)"),
            Law(r"\mathbb{E}[X^2] = k(k + 1)", r"X \sim \chi^2(k)"),
        ),
    ),
    Distribution(
        "Laplace",
        (r"\mu", "b"),
        r"\frac{1}{2b} e^{-\frac{|x - \mu|}{b}}",
        LINE,
        ("real", "positive"),
        closed=ClosedForms(
            moments=(r"\mu", r"\mu^2 + 2b^2", r"\mu^3 + 6\mu b^2", r"\mu^4 + 12\mu^2b^2 + 24b^4"),
            cumulants=r"\mu t - \log(1 - b^2t^2)",
        ),
        spellings=Spellings(usual=("Laplace", "Lap")),
        laws=(
            Law(r"\operatorname{Var}(X) = 2b^2", r"X \sim \mathrm{Laplace}(\mu, b)"),
            Law(r"\mathbb{E}[X^2] = \mu^2 + 2b^2", r"X \sim \mathrm{Laplace}(\mu, b)"),
            Law(r"\mathbb{E}[(X - \mu)^4] = 24b^4", r"X \sim \mathrm{Laplace}(\mu, b)"),
        ),
        slips=(
            Law(r"\operatorname{Var}(X) = b^2", r"X \sim \mathrm{Laplace}(\mu, b)"),
            Law(r"\mathbb{E}[X^2] = \mu^2 + b^2", r"X \sim \mathrm{Laplace}(\mu, b)"),
            Law(r"\mathbb{E}[(X - \mu)^4] = 12b^4", r"X \sim \mathrm{Laplace}(\mu, b)"),
        ),
    ),
    Distribution(
        "Gumbel",
        (r"\mu", r"\beta"),
        r"\frac{1}{\beta} e^{-\frac{x - \mu}{\beta} - e^{-\frac{x - \mu}{\beta}}}",
        LINE,
        ("real", "positive"),
        closed=ClosedForms(
            cumulative=r"e^{-e^{-\frac{x - \mu}{\beta}}}",
            cumulants=r"\mu t + \log\Gamma(1 - \beta t)",
        ),
        spellings=Spellings(usual=("Gumbel",)),
        laws=(
            Law(
                r"\frac{\mathrm{Gumbel}(x; \mu, \beta)}{\mathrm{Gumbel}(\mu; \mu, \beta)} = \exp\left(1 - \frac{x - \mu}{\beta} - e^{-\frac{x - \mu}{\beta}}\right)",
                r"",
            ),
            Law(
                r"P(X \le x) = \exp\left(-e^{-\frac{x - \mu}{\beta}}\right)",
                r"X \sim \mathrm{Gumbel}(\mu, \beta)",
            ),
        ),
        slips=(
            Law(
                r"P(X \le x) = \exp\left(-e^{\frac{x - \mu}{\beta}}\right)",
                r"X \sim \mathrm{Gumbel}(\mu, \beta)",
            ),
            Law(
                r"P(X > x) = \exp\left(-e^{-\frac{x - \mu}{\beta}}\right)",
                r"X \sim \mathrm{Gumbel}(\mu, \beta)",
            ),
        ),
    ),
    Distribution(
        "logistic",
        (r"\mu", "s"),
        r"\frac{1}{s \left(e^{\frac{x - \mu}{2s}} + e^{-\frac{x - \mu}{2s}}\right)^2}",
        LINE,
        ("real", "positive"),
        closed=ClosedForms(
            moments=(r"\mu", r"\mu^2 + \frac{\pi^2s^2}{3}"),
            cumulative=r"\frac{1}{1 + e^{-\frac{x - \mu}{s}}}",
            cumulants=r"\mu t + \log(\Gamma(1 - st)\Gamma(1 + st))",
        ),
        spellings=Spellings(usual=("Logistic",)),
        laws=(
            Law(r"P(X \le x) = \frac{1}{1 + e^{-\frac{x - \mu}{s}}}", r"X \sim \mathrm{Logistic}(\mu, s)"),
            Law(r"\mathbb{E}[X] = \mu", r"X \sim \mathrm{Logistic}(\mu, s)"),
            Law(r"\operatorname{Var}(X) = \frac{\pi^2s^2}{3}", r"X \sim \mathrm{Logistic}(\mu, s)"),
        ),
        slips=(
            Law(r"\operatorname{Var}(X) = \frac{\pi^2s^2}{6}", r"X \sim \mathrm{Logistic}(\mu, s)"),
            Law(r"P(X \le x) = \frac{1}{1 + e^{\frac{x - \mu}{s}}}", r"X \sim \mathrm{Logistic}(\mu, s)"),
        ),
    ),
    Distribution(
        "Student",
        (r"\nu",),
        r"\frac{\Gamma\left(\frac{\nu + 1}{2}\right)}{\sqrt{\nu\pi} \, \Gamma\left(\frac{\nu}{2}\right)}"
        r" \left(1 + \frac{x^2}{\nu}\right)^{-\frac{\nu + 1}{2}}",
        LINE,
        ("positive",),
        closed=ClosedForms(moments=("0", r"\frac{\nu}{\nu - 2}")),
        spellings=Spellings(usual=("Student", "St"), short=("t",)),
        laws=(Law(r"\operatorname{Var}(X) = \frac{\nu}{\nu - 2}", r"X \sim t(\nu)"),),
        slips=(
            Law(r"\operatorname{Var}(X) = \frac{\nu}{\nu - 1}", r"X \sim t(\nu)"),
            Law(r"\mathbb{E}[X^2] = \frac{\nu}{\nu + 2}", r"X \sim t(\nu)"),
        ),
    ),
)
