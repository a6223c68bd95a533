r"""What stands before ``\begin{document}``: class, packages, theorem environments, and the names only the
web has.

Everything compiles with XeLaTeX on a plain TeX Live and the Fandol fonts that come with it. Packages that
few posts need are loaded only where a command asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from mathpost.publish.glyphs import SIGNS

_PACKAGES = r"""
\usepackage[a4paper,margin=1in]{geometry}
\usepackage{amsmath,amssymb,amsthm,mathtools,bm}
\usepackage[svgnames,dvipsnames]{xcolor}
\usepackage{graphicx}
\usepackage{array,booktabs,longtable,tabularx,calc}
\usepackage{caption}
\usepackage{fvextra}
\usepackage{cancel}
"""

_SETTINGS = r"""
\usepackage[hidelinks,unicode]{hyperref}
\urlstyle{same}
\setcounter{secnumdepth}{0}% sections are numbered by their author
\setcounter{MaxMatrixCols}{40}
\setcounter{LTchunksize}{200}
\newcounter{none}% pandoc's tables without a caption count here
\allowdisplaybreaks
\emergencystretch=3em
\providecommand{\tightlist}{\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}}
\DeclareRobustCommand{\missingimage}[2]{\fbox{\begin{minipage}{0.9\linewidth}\centering\small
  #1\par\textcolor{gray}{\ttfamily\footnotesize #2}\end{minipage}}}
\DeclareRobustCommand{\undefinedcommand}[1]{\text{\ttfamily\textbackslash #1}}
\DeclareRobustCommand{\sourceformula}[1]{\fbox{\small\ttfamily #1}}
"""

_THEOREMS = ("theorem", "definition", "lemma", "proposition", "corollary", "property", "axiom", "remark")
_CHINESE = ("定理", "定义", "引理", "命题", "推论", "性质", "公理", "注")
_CHINESE_NAMES = dict(zip(_THEOREMS, _CHINESE, strict=True))

# Names that MathJax or KaTeX know and LaTeX does not. `\providecommand` leaves alone what a package defines.
_SHIMS = {
    "lt": "<", "gt": ">", "And": r"\mathbin{\&}", "Bbb": r"\mathbb", "bold": r"\mathbf", "scr": r"\mathcal",
    "argmax": r"\operatorname*{argmax}", "argmin": r"\operatorname*{argmin}",
    "plim": r"\operatorname*{plim}", "sgn": r"\operatorname{sgn}", "tg": r"\operatorname{tg}",
    "ctg": r"\operatorname{ctg}", "arctg": r"\operatorname{arctg}", "sh": r"\operatorname{sh}",
    "ch": r"\operatorname{ch}", "omicron": "o", "Alpha": r"\mathrm{A}", "Beta": r"\mathrm{B}",
    "Epsilon": r"\mathrm{E}", "Zeta": r"\mathrm{Z}", "Eta": r"\mathrm{H}", "Iota": r"\mathrm{I}",
    "Kappa": r"\mathrm{K}", "Mu": r"\mathrm{M}", "Nu": r"\mathrm{N}", "Omicron": r"\mathrm{O}",
    "Rho": r"\mathrm{P}", "Tau": r"\mathrm{T}", "Chi": r"\mathrm{X}", "R": r"\mathbb{R}",
    "N": r"\mathbb{N}", "Z": r"\mathbb{Z}", "Q": r"\mathbb{Q}", "C": r"\mathbb{C}", "reals": r"\mathbb{R}",
    "infin": r"\infty", "empty": r"\emptyset", "degree": r"^\circ", "ang": r"\angle", "plusmn": r"\pm",
    "sdot": r"\cdot", "isin": r"\in", "exist": r"\exists", "lang": r"\langle", "rang": r"\rangle",
    "larr": r"\leftarrow", "rarr": r"\rightarrow", "lArr": r"\Leftarrow", "rArr": r"\Rightarrow",
    "harr": r"\leftrightarrow", "hArr": r"\Leftrightarrow", "Tiny": r"\tiny",
    "llbracket": r"\lbrack\!\lbrack", "rrbracket": r"\rbrack\!\rbrack", "toggle": "", "endtoggle": "", "tripledash": r"-\,-\,-",
}  # fmt: skip
_TAKING_ONE = {"bra": r"\langle #1\rvert", "ket": r"\lvert #1\rangle", "braket": r"\langle #1\rangle"}
_TAKING_ONE |= {"Bra": r"\left\langle #1\right\rvert", "Ket": r"\left\lvert #1\right\rangle"}
_TAKING_ONE |= {"Braket": r"\left\langle #1\right\rangle"}

_ARROWS = {
    "xlongequal": r"\mathrel{\overset{#2}{\underset{#1}{=\mspace{-3mu}=\mspace{-3mu}=}}}",
    "xlongrightarrow": r"\xrightarrow[#1]{\quad #2\quad}",
    "xlongleftarrow": r"\xleftarrow[#1]{\quad #2\quad}",
    "xLongrightarrow": r"\xRightarrow[#1]{\quad #2\quad}",
    "xLongleftarrow": r"\xLeftarrow[#1]{\quad #2\quad}",
}

_ASKED_BY = {
    "arydshln": (r"\hdashline", r"\cdashline", ":"),
    "amscd": ("CD",),
    "mathrsfs": (r"\mathscr",),
    "xeCJKfntef": (r"\CJKsout",),
    "[normalem]{ulem}": (r"\sout",),
}  # fmt: skip


def preamble(
    *,
    chinese: bool,
    used: AbstractSet[str],
    unknown: Iterable[str],
    macros: Iterable[str],
    code_glyphs: Mapping[str, str],
    pictographs: bool,
) -> str:
    """The preamble of one post.

    `used` are the commands and environments of its formulas, `unknown` those of them nobody defines (they
    print their own name), `macros` the post's own definitions, `code_glyphs` what listings print for a
    character.
    """
    parts = [_document_class(chinese), _PACKAGES.strip()]
    parts += [_package(name) for name, names in _ASKED_BY.items() if not used.isdisjoint(names)]
    parts += [_SETTINGS.strip(), _struck(chinese, used), _theorems(chinese), _shims(used)]
    parts += map(_named, sorted(unknown))
    parts += macros
    parts += [_PICTOGRAPHS.strip()] if pictographs else []
    parts += [_code_glyphs(code_glyphs)]
    return "\n".join(filter(None, parts))


def _named(command: str) -> str:
    """A command that only the web has prints its name."""
    return rf"\providecommand{{{command}}}{{\undefinedcommand{{{command[1:]}}}}}"


def _document_class(chinese: bool) -> str:
    if not chinese:
        return r"\documentclass[11pt,a4paper]{article}" + "\n" + r"\usepackage[no-math]{fontspec}"
    ends = re.findall("(.)(?:-(.))?", SIGNS)
    ranges = ",".join(f'"{ord(low):04X}->"{ord(high or low):04X}' for low, high in ends)
    return "\n".join(
        [
            r"\PassOptionsToPackage{no-math}{fontspec}% else \mathbf{\Lambda} looks for Greek in a text font",
            r"\documentclass[11pt,a4paper,fontset=fandol]{ctexart}",
            r"\xeCJKsetup{CJKmath=true}",
            rf"\xeCJKDeclareCharClass{{CJK}}{{{ranges}}}",
        ]
    )


def _package(name: str) -> str:
    return rf"\usepackage{name}" if name.startswith("[") else rf"\usepackage{{{name}}}"


def _struck(chinese: bool, used: AbstractSet[str]) -> str:
    strike = r"\CJKsout" if chinese else r"\sout"
    return rf"\newcommand{{\struck}}[1]{{{strike}{{#1}}}}" if strike in used else ""


def _theorems(chinese: bool) -> str:
    names = _CHINESE_NAMES if chinese else {n: n.capitalize() for n in _THEOREMS}
    lines = [rf"\newtheorem{{theorem}}{{{names['theorem']}}}[section]"]
    lines += [rf"\newtheorem{{{n}}}[theorem]{{{names[n]}}}" for n in _THEOREMS[1:]]
    if chinese:
        lines.append(r"\renewcommand{\proofname}{证明}")
    return "\n".join(lines)


def _shims(used: AbstractSet[str]) -> str:
    lines = [_shim(n, body) for n, body in _SHIMS.items() if f"\\{n}" in used]
    lines += [rf"\providecommand{{\{n}}}[1]{{{body}}}" for n, body in _TAKING_ONE.items() if f"\\{n}" in used]
    lines += [rf"\providecommand{{\{n}}}[2][]{{{body}}}" for n, body in _ARROWS.items() if f"\\{n}" in used]
    return "\n".join(lines)


def _shim(name: str, body: str) -> str:
    if name.startswith("end"):  # LaTeX keeps these names for environments
        return rf"\def\{name}{{{body}}}"
    return rf"\providecommand{{\{name}}}{{{body}}}"


def known(name: str) -> bool:
    """Whether a name that LaTeX lacks is supplied here."""
    supplied = name[1:] in _SHIMS or name[1:] in _TAKING_ONE or name[1:] in _ARROWS
    return supplied or any(name in names for names in _ASKED_BY.values())


# A character without a glyph prints its code point in a box: to look for a font of symbols starts METAFONT.
_PICTOGRAPHS = r"""
\newcommand{\pictograph}[1]{\texorpdfstring{{\setlength{\fboxsep}{1pt}\fbox{\tiny\rmfamily #1}}}{}}
"""


def _code_glyphs(glyphs: Mapping[str, str]) -> str:
    """Characters that a listing prints by a command: active there and nowhere else."""
    lines = [
        r"\newcommand{\codeglyphs}{}",
        r"\newcommand{\declarecodeglyph}[2]{%",
        r"  \begingroup\lccode`\~=`#1 \lowercase{\endgroup\protected\def~}{#2}%",
        r"  \expandafter\def\expandafter\codeglyphs\expandafter{\codeglyphs\catcode`#1=\active}}",
    ]
    lines += [rf"\declarecodeglyph{{{char}}}{{{latex}}}" for char, latex in sorted(glyphs.items())]
    return "\n".join(lines) if glyphs else r"\newcommand{\codeglyphs}{}"
