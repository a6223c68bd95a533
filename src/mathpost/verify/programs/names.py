"""The names that code gives the symbols of a formula: ``sigma`` is σ, ``x_hat`` is x̂, ``beta1`` is β₁."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    "\\mathscr",
    "\\mathit",
    "\\bold",
)
_UPRIGHT = frozenset("text mathrm operatorname mathit textit textrm mathsf mathbf".split())
_ACCENTS = {
    "\\hat": "hat",
    "\\bar": "bar",
    "\\tilde": "tilde",
    "\\dot": "dot",
    "\\widehat": "hat",
    "\\overline": "bar",
}
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστφχψω",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega".split(),
        strict=True,
    )
)
_OTHERS = {
    "lambda": ("lam", "lamb", "lmbda", "lmd", "lambd"),
    "epsilon": ("eps",),
    "varepsilon": ("eps", "epsilon"),
    "varphi": ("phi",),
    "ell": ("l", "length", "length_scale"),
    "theta": ("th",),
    "eta": ("lr",),
    "mu": ("mean",),
    "barx": ("mean", "mu"),
    "xbar": ("mean", "mu"),
    "sigma": ("std", "sigmoid"),
    "sigma2": ("var", "variance", "s2"),
    "s2": ("var", "variance"),
    "s": ("sigmoid",),
    "h": ("entropy",),
    "d": ("distance", "dist", "kl"),
    "dkl": ("kl", "kldivergence"),
    "kl": ("kldivergence", "kl"),
    "lse": ("logsumexp",),
    "logsumexp": ("lse",),
    "l": ("loss", "nll", "length_scale"),
    "j": ("loss", "cost", "objective"),
    "e": ("energy", "error"),
    "o": ("out", "output", "attention"),
    "attention": ("attn",),
    "softmax": ("probs",),
    "mse": ("loss",),
    "ce": ("crossentropy",),
}

_GIVEN = {
    "eta": ("lr", "learning_rate", "step_size"),
    "alpha": ("lr", "learning_rate"),
    "tau": ("temperature", "temp"),
    "t": ("temperature", "target", "targets"),
    "y": ("y_true", "target", "targets", "label", "labels"),
    "haty": ("y_pred", "pred", "preds", "prediction", "predictions", "probs"),
    "yhat": ("y_pred", "pred", "preds", "prediction", "predictions", "probs"),
    "p": ("prob", "probs", "y_pred"),
    "z": ("logits", "scores"),
    "q": ("query", "queries"),
    "k": ("key", "keys"),
    "v": ("value", "values"),
    "gamma": ("discount",),
    "r": ("reward", "rewards"),
}  # of symbols that are given, never of what a formula computes


def names(latex: str) -> frozenset[str]:
    r"""The names that code may give a symbol, in small letters only where the symbol is: of ``\hat{y}`` ``y_hat``, ``yhat``."""
    return _with_words(latex, _OTHERS, _GIVEN)


def _with_words(latex: str, *known: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    plain = _plain(latex)
    found = {plain, plain.replace("_", ""), *_with_accent(latex)}
    accented = latex.startswith(tuple(_ACCENTS))
    for name in list(found):
        for words_of in known:
            if not (accented and name == plain and words_of is _GIVEN):
                found |= set(words_of.get(name.replace("_", "").lower(), ()))
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
    plain = latex.replace("'", "_prime").replace("\\prime", "_prime")
    return "".join(_GREEK.get(c, c) for c in plain if c.isalnum() or c == "_")


def is_named(latex: str, name: str) -> bool:
    """Whether the code's `name` says that it computes the left side `latex`, whatever arguments that has."""
    given = name.replace("_", "").lower()
    head = _head(latex)
    known = {
        word.replace("_", "").lower() for part in (head, head.partition("_")[0]) for word in _called(part)
    }
    return given in known or any(len(word) > 2 and given.startswith(word) for word in known)


def arguments(latex: str) -> list[str]:
    r"""The arguments of a left side: of ``f(x; \\mu)`` ``x`` and ``\\mu``; none where it is not a function of symbols."""
    plain = latex.replace("\\left", "").replace("\\right", "").strip()
    if not plain.endswith(")") or plain.count("(") != 1:
        return []
    inside = plain[plain.index("(") + 1 : -1]
    for mark in (";", "|", "\\mid", "\\vert"):
        inside = inside.replace(mark, ",")
    return [part.strip() for part in inside.split(",")]


def places(latex: str) -> tuple[str, ...]:
    r"""The letters of the indices of a left side: of ``\\sigma(z)_{ij}`` and of ``f(z_{ij})`` ``i`` and ``j``."""
    head = _head(latex)
    for part in (head, *arguments(latex)):
        below = part.partition("_")[2].strip("{} ")
        if below and all(c.isalpha() and c.islower() for c in below.replace(",", "").replace(" ", "")):
            letters = below.replace(",", "").replace(" ", "")
            if len(letters) <= 3:
                return tuple(letters)
    return ()


def words(latex: str) -> frozenset[str]:
    """The runs of letters in a formula that are not commands and not in text: LaTeX sets them as products."""
    found, run, command, upright = set(), "", False, 0
    for c in f"{latex} ":
        if c.isalpha():
            run += c
            continue
        if run and not command and not upright and len(run) > 1:
            found.add(run)
        if c in "{}" and (upright or run in _UPRIGHT):
            upright += 1 if c == "{" else -1
        run, command = "", c == "\\"
    return frozenset(found)


def _called(head: str) -> frozenset[str]:
    return _with_words(head, _OTHERS) | {_plain(head)} if head else frozenset()


def _head(latex: str) -> str:
    """A left side without its arguments."""
    depth, kept = 0, ""
    for c in latex.replace("\\left", "").replace("\\right", ""):
        depth += c in "([|"
        kept += c if depth <= 0 else ""
        depth -= c in ")]" and depth > 0
    return kept.strip()
