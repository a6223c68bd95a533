"""How code calls the symbols of a formula: ``sigma`` is σ, ``x_hat`` is x̂, ``beta1`` is β₁."""

from __future__ import annotations

from collections.abc import Iterator

_FONTS = (
    "\\boldsymbol",
    "\\mathbf",
    "\\mathrm",
    "\\mathcal",
    "\\mathbb",
    "\\text",
    "\\operatorname",
    "\\bm",
    "\\mathsf",
)
_ACCENTS = {
    "\\hat": "hat",
    "\\bar": "bar",
    "\\tilde": "tilde",
    "\\dot": "dot",
    "\\widehat": "hat",
    "\\overline": "bar",
}
_OTHERS = {
    "lambda": ("lam", "lamb", "lmbda", "lmd"),
    "epsilon": ("eps",),
    "varepsilon": ("eps", "epsilon"),
    "varphi": ("phi",),
    "ell": ("length", "length_scale"),
    "theta": ("th",),
    "eta": ("lr",),
    "mu": ("mean",),
    "barx": ("mean", "mu"),
    "xbar": ("mean", "mu"),
    "sigma": ("std", "sigmoid"),
    "sigma2": ("var", "variance", "s2"),
    "s2": ("var", "variance"),
    "h": ("entropy",),
    "d": ("distance", "dist", "kl"),
    "dkl": ("kl", "kldivergence"),
    "kl": ("kldivergence", "kl"),
    "lse": ("logsumexp",),
    "logsumexp": ("lse",),
    "l": ("loss", "nll"),
    "j": ("loss", "cost", "objective"),
    "e": ("energy", "error"),
    "o": ("out", "output", "attention"),
    "attention": ("attn",),
    "softmax": ("probs",),
    "mse": ("loss",),
    "ce": ("crossentropy",),
}


def names(latex: str) -> frozenset[str]:
    r"""The names that code may give a symbol, in small letters only where the symbol is: of ``\hat{y}`` ``y_hat``, ``yhat``."""
    plain = _plain(latex)
    found = {plain, plain.replace("_", ""), *_with_accent(latex)}
    for name in list(found):
        found |= set(_OTHERS.get(name.replace("_", "").lower(), ()))
        found.add(f"{name}_")
    return frozenset(filter(str.isidentifier, found))


def exact(latex: str) -> frozenset[str]:
    """The names that say a symbol exactly: with its accent, with its index."""
    if latex.startswith(tuple(_ACCENTS)):
        return frozenset(_with_accent(latex))
    plain = _plain(latex)
    return frozenset({plain, plain.replace("_", "")})


def _with_accent(latex: str) -> Iterator[str]:
    for command, word in _ACCENTS.items():
        if latex.startswith(command + "{"):
            base = _plain(latex[len(command) :])
            yield from (f"{base}_{word}", base + word, f"{word}_{base}", word + base)


def _plain(latex: str) -> str:
    """A symbol without fonts, braces and backslashes: of ``\\mu_{max}`` ``mu_max``."""
    for command in (*_FONTS, *_ACCENTS):
        latex = latex.replace(command, "")
    return "".join(c for c in latex.replace("'", "_prime") if c.isalnum() or c == "_")


def is_named(latex: str, name: str) -> bool:
    """Whether the code's `name` says that it computes the left side `latex`, whatever arguments that has."""
    given = name.replace("_", "").lower()
    head = _head(latex)
    known = {
        word.replace("_", "").lower() for part in (head, head.partition("_")[0]) for word in _called(part)
    }
    return given in known or any(len(word) > 2 and given.startswith(word) for word in known)


def _called(head: str) -> frozenset[str]:
    return names(head) | {_plain(head)} if head else frozenset()


def _head(latex: str) -> str:
    """A left side without its arguments."""
    depth, kept = 0, ""
    for c in latex.replace("\\left", "").replace("\\right", ""):
        depth += c in "([|"
        kept += c if depth <= 0 else ""
        depth -= c in ")]" and depth > 0
    return kept.strip()
