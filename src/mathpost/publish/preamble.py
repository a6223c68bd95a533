r"""What comes before ``\begin{document}``: class, packages, theorem environments, and the names only the
web has.

Everything compiles with XeLaTeX on a plain TeX Live and the Fandol fonts that come with it. Packages that
few posts need are loaded only where a command asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from mathpost.publish.glyphs import SIGNS

_PACKAGES = r"""
\usepackage[a4paper,margin=1in]{geometry}
\usepackage{amsmath,amssymb,amsthm,mathtools,bm}
\usepackage[svgnames,dvipsnames]{xcolor}
\usepackage{graphicx}
\usepackage{array,booktabs,longtable,tabularx,calc}
\usepackage{caption,subcaption}
\usepackage{listings}
\usepackage[most]{tcolorbox}
\usepackage{cancel}
\usepackage[numbers]{natbib}
"""

_SETTINGS = r"""
\usepackage[hidelinks,unicode]{hyperref}
\IfFileExists{xurl.sty}{\usepackage{xurl}}{}
\urlstyle{same}
\setcounter{MaxMatrixCols}{40}
\setcounter{LTchunksize}{200}
\newcounter{none}% pandoc's tables without a caption count here
\allowdisplaybreaks
\pagestyle{plain}% a formula in a running head would be counted on every page
\emergencystretch=3em
\lstset{basicstyle=\small\ttfamily,columns=fullflexible,keepspaces,breaklines,showstringspaces=false,
  keywordstyle=\color{MediumBlue},commentstyle=\color{DarkGreen},stringstyle=\color{FireBrick},
  frame=single,rulecolor=\color{LightGray},upquote}
\providecommand{\tightlist}{\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}}
\newtcolorbox{postbox}[2]{enhanced,breakable,colback=#1!4!white,colframe=#1!60!white,boxrule=0.6pt,arc=1mm,
  before skip=8pt,after skip=8pt,title={#2},fonttitle=\bfseries,coltitle=black,colbacktitle=#1!15!white}
\DeclareRobustCommand{\missingimage}[2]{\hskip 0pt plus 1fil\penalty0\raisebox{0pt}[\dimexpr\height+5pt][\dimexpr\depth+5pt]{%
  \fbox{\begin{minipage}{0.9\linewidth}\centering\small #1\par\textcolor{gray}{\ttfamily\footnotesize #2}\end{minipage}}}\hskip 0pt plus 1fil\relax}
\DeclareRobustCommand{\undefinedcommand}[1]{\text{\ttfamily\textbackslash #1}}
\DeclareRobustCommand{\sourceformula}[1]{\countformula\fbox{\small\ttfamily #1}}
\newenvironment{sourcedisplay}{\begin{quote}\small\ttfamily}{\end{quote}}
"""

_COUNTING = r"""
% Every formula of the post leaves a line in the log, so that none can get lost in silence.
\newcount\formulacount
\protected\def\countformula{\global\advance\formulacount1 \typeout{mathpost: formula \the\formulacount}}
\let\openformula\(
\protected\def\({\openformula\countformula}% inside: a Chinese character and a formula have a space between them only where nothing else is
\makeatletter
\@for\next:=equation,align,gather,alignat,multline,flalign,xalignat\do{%
  \AddToHook{env/\next/before}{\countformula}\AddToHook{env/\next*/before}{\countformula}}
\DeclareRobustCommand{\numberhere}[2]{\setcounter{equation}{#1}\protected@edef\@currentlabel{\theequation}\ifx\relax#2\relax\else\label{#2}\fi}
\makeatother
\AddToHook{env/xxalignat/before}{\countformula}
\AddToHook{env/sourcedisplay/before}{\countformula}
"""

# Equations keep the numbers of their posts after that of the chapter; running heads count no formula again.
_BOOK = r"""
\renewcommand{\bibsection}{\section*{\bibname}}
\renewcommand{\theequation}{\thechapter.\arabic{equation}}
\usepackage{fancyhdr}
\pagestyle{fancy}
\fancyhf{}
\setlength{\headheight}{15pt}
\fancyhead[L]{\protected\def\countformula{}\nouppercase{\leftmark}}
\fancyhead[R]{\thepage}
\makeatletter\renewcommand{\theHequation}{\thechapter.\arabic{equation}}\makeatother
"""

_OWN_NUMBERS = r"""
\setcounter{secnumdepth}{0}% the author numbers the headings
\AddToHook{cmd/section/before}{\stepcounter{section}}
"""

# Statements have the numbers of their post; those without one have a starred environment.
_STATEMENT_NUMBER = r"\newcommand{\statementnumber}[1]{\renewcommand{\thestatement}{#1}}"

_STATEMENTS = {
    "theorem": "定理", "definition": "定义", "lemma": "引理", "proposition": "命题", "corollary": "推论",
    "property": "性质", "axiom": "公理", "assumption": "假设", "conjecture": "猜想", "remark": "注",
}  # fmt: skip
_STYLES = {"definition": "definition", "assumption": "definition", "remark": "remark"}

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
    "xeCJKfntef": (r"\CJKsout", r"\CJKunderline"),
    "[normalem]{ulem}": (r"\sout", r"\uline"),
}  # fmt: skip


# What the beginning of a line in the preamble is good for: the names of the body that ask for it.
_TABLES = (r"\begin{longtable}", r"\begin{tabular")
_CAPTIONS = (*_TABLES, r"\caption")
_COLOURED = (
    r"\color",
    r"\textcolor",
    r"\colorbox",
    r"\fcolorbox",
    r"\begin{postbox}",
    r"\missingimage",
    "lstlisting",
)
_ASKED = {
    r"\usepackage{array,booktabs": _TABLES, r"\usepackage{caption": (*_CAPTIONS, r"\postfigure"),
    r"\usepackage{graphicx}": (r"\postfigure", r"\postimage", r"\includegraphics", r"\rotatebox", r"\scalebox", r"\missingimage"),
    r"\usepackage{listings}": ("lstlisting",), r"\lstset": ("lstlisting",), r"\usepackage[most]{tcolorbox}": (r"\begin{postbox}",),
    r"\newtcolorbox": (r"\begin{postbox}",), r"\usepackage{cancel}": (r"\cancel", r"\bcancel", r"\xcancel"),
    r"\usepackage[numbers]{natbib}": (r"\citep", r"\citet", r"\begin{thebibliography}"),
    r"\usepackage[svgnames": _COLOURED, r"\setcounter{LTchunksize}": _TABLES, r"\newcounter{none}": _TABLES,
    r"\providecommand{\tightlist}": (r"\tightlist",), r"\DeclareRobustCommand{\missingimage}": (r"\missingimage",),
    r"\DeclareRobustCommand{\undefinedcommand}": (r"\undefinedcommand",), r"\newenvironment{sourcedisplay}": ("sourcedisplay",),
    r"\DeclareRobustCommand{\sourceformula}": (r"\sourceformula",), r"\pagestyle{plain}": (),
}  # fmt: skip
_DEFINED = re.compile(r"\n(?=\S)")
_NUMBER_HERE = r"""\makeatletter
\DeclareRobustCommand{\numberhere}[2]{\setcounter{equation}{#1}\def\@currentlabel{#1}\ifx\relax#2\relax\else\label{#2}\fi}
\makeatother"""


class Head(NamedTuple):
    """The input of the preamble. `used` are the commands and environments of the formulas, `unknown` the undefined ones
    (they print their own name), `macros` the post's own definitions.

    `body` is the text after the preamble. `book`: the posts are chapters. `clean`: the preamble has only what the body
    uses.
    """

    chinese: bool
    used: AbstractSet[str]
    unknown: frozenset[str]
    macros: tuple[str, ...]
    own_numbers: bool
    body: str
    book: bool = False
    clean: bool = False


def preamble(head: Head) -> str:
    """The preamble of one post, up to its title; a `clean` one has what the body uses, and counts nothing."""
    whole = _whole(head)
    return "\n".join(_used(whole, head)) if head.clean else whole


def _used(whole: str, head: Head) -> Iterator[str]:
    """The lines of a preamble that the body, or a line that stays, asks for."""
    text = whole.replace(_COUNTING.strip(), _NUMBER_HERE if r"\numberhere" in head.body else "")
    text = text.replace(r"\countformula\fbox", r"\fbox")
    body = "".join([head.body, *sorted(head.used), *head.macros])
    for block in _DEFINED.split(text):
        first = block.partition("\n")[0]
        asked = next((names for line, names in _ASKED.items() if first.startswith(line)), None)
        if block.strip() and (asked is None or any(name in body for name in asked)):
            yield block.strip("\n")


def _whole(head: Head) -> str:
    lined = (names[head.chinese] for command, names in _LINED.items() if rf"\{command}{{" in head.body)
    used = head.used | set(lined)
    parts = [_document_class(head), _PACKAGES.strip()]
    parts += [_package(name) for name, names in _ASKED_BY.items() if not used.isdisjoint(names)]
    parts += [
        _SETTINGS.strip(),
        *_lined(head.chinese, used),
        _OWN_NUMBERS.strip() if head.own_numbers else "",
    ]
    parts += [_theorems(head), _shims(used), *map(_named, sorted(head.unknown)), *head.macros]
    written = "".join([head.body, *head.macros])
    parts += [_CAPITALS.strip()] if _BESIDE_CAPITALS.search(written) else []
    parts += [_PICTOGRAPHS.strip()] if r"\pictograph{" in head.body else []
    pictures = r"\postfigure{" in head.body or r"\postimage{" in head.body
    parts += [_PICTURES.strip()] if pictures else []
    parts += [_FIGURES.strip()] if r"\postfigure{" in head.body else []
    parts += [_IMAGES.strip()] if r"\postimage{" in head.body else []
    parts += [_RARE.strip()] if r"\rarehan{" in head.body else []
    parts += [_COUNTING.strip(), _BOOK.strip() if head.book else ""]
    return "\n".join(filter(None, parts))


def _named(command: str) -> str:
    """A command that only the web has prints its name."""
    return rf"\providecommand{{{command}}}{{\undefinedcommand{{{command[1:]}}}}}"


def _document_class(head: Head) -> str:
    name = "book" if head.book else "article" if not head.chinese else "art"
    options = "11pt,a4paper,oneside" if head.book else "11pt,a4paper"
    if not head.chinese:
        return "\n".join(
            [
                rf"\documentclass[{options}]{{{name}}}",
                r"\usepackage{iftex}",
                r"\ifPDFTeX\usepackage[T1]{fontenc}\usepackage{lmodern,textcomp}\else\usepackage[no-math]{fontspec}\fi",
            ]
        )
    ends = re.findall("(.)(?:-(.))?", SIGNS)
    ranges = ",".join(f'"{ord(low):04X}->"{ord(high or low):04X}' for low, high in ends)
    return "\n".join(
        [
            r"\PassOptionsToPackage{no-math}{fontspec}% else \mathbf{\Lambda} looks for Greek in a text font",
            rf"\documentclass[{options},fontset=fandol]{{ctex{name}}}",
            r"\xeCJKsetup{CJKmath=true}",
            rf"\xeCJKDeclareCharClass{{CJK}}{{{ranges}}}",
        ]
    )


def _package(name: str) -> str:
    return rf"\usepackage{name}" if name.startswith("[") else rf"\usepackage{{{name}}}"


_LINED = {"struck": (r"\sout", r"\CJKsout"), "underlined": (r"\uline", r"\CJKunderline")}
"""Our commands for words with a line, and those behind them, of English posts and of Chinese ones."""


def _lined(chinese: bool, used: AbstractSet[str]) -> Iterator[str]:
    for command, names in _LINED.items():
        if names[chinese] in used:
            yield rf"\newcommand{{\{command}}}[1]{{{names[chinese]}{{#1}}}}"


def _theorems(head: Head) -> str:
    """The statements that the body has."""
    lines: list[str] = []
    style = ""
    for name, word in sorted(_STATEMENTS.items(), key=lambda s: (_STYLES.get(s[0], ""), s[0] != "theorem")):
        forms = [form for form in (name, f"{name}*") if rf"\begin{{{form}}}" in head.body]
        if forms and _STYLES.get(name, "") != style:
            style = _STYLES[name]
            lines.append(rf"\theoremstyle{{{style}}}")
        shown = word if head.chinese else name.capitalize()
        for form in forms:
            command, counter = (
                (r"\newtheorem*", "") if form.endswith("*") else (r"\newtheorem", "[statement]")
            )
            lines.append(rf"{command}{{{form}}}{counter}{{{shown}}}")
    if r"\statementnumber{" in head.body:
        lines = [r"\newcounter{statement}", _STATEMENT_NUMBER, *lines]
    if head.chinese and r"\begin{proof}" in head.body:
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


# The fonts of these alphabets have capitals only: in the places of other letters they have arrows and signs.
_BESIDE_CAPITALS = re.compile(
    r"\\(?:mathbb|Bbb|mathcal|mathscr|scr)(?![A-Za-z])\s*(?:\{[^{}]*[a-z0-9#{\\]|[a-z0-9#\\])"
)
_CAPITALS = r"""
\makeatletter
\DeclareSymbolFont{boldletters}{OT1}{cmr}{bx}{n}
\newcommand{\lettersfrom}[3]{\count@=`#1\relax
  \loop\mathcode\count@=\numexpr#3*256+\count@\relax\ifnum\count@<`#2\relax\advance\count@1 \repeat}
\newcommand{\besidecapitals}[2]{\lettersfrom{a}{z}{#1}\lettersfrom{0}{9}{#2}\count@=0
  \@tfor\next:=\Gamma\Delta\Theta\Lambda\Xi\Pi\Sigma\Upsilon\Phi\Psi\Omega\do{\expandafter\mathchardef\next=\count@\advance\count@1 }}
\NewCommandCopy{\blackboardcapitals}{\mathbb}
\DeclareRobustCommand{\mathbb}[1]{{\besidecapitals{\symboldletters}{\symboldletters}\mathcode`k=\numexpr\symAMSb*256+"7C\relax\blackboardcapitals{#1}}}
\NewCommandCopy{\calligraphiccapitals}{\mathcal}
\DeclareRobustCommand{\mathcal}[1]{{\besidecapitals{\symletters}{\symoperators}\calligraphiccapitals{#1}}}
\ifdefined\mathscr
  \NewCommandCopy{\scriptcapitals}{\mathscr}
  \DeclareRobustCommand{\mathscr}[1]{{\besidecapitals{\symletters}{\symoperators}\scriptcapitals{#1}}}
  \pdfstringdefDisableCommands{\let\mathscr\@firstofone}
\fi
\pdfstringdefDisableCommands{\let\mathbb\@firstofone\let\mathcal\@firstofone}
\makeatother
"""

# A character without a glyph prints its code point in a box: to look for a font of symbols starts METAFONT.
_PICTOGRAPHS = r"""
\newcommand{\pictograph}[1]{\texorpdfstring{{\setlength{\fboxsep}{1pt}\fbox{\tiny\rmfamily #1}}}{}}
"""

# A picture is as wide as on a page of the web, where a line of text has about 700 pixels.
_PICTURES = r"""
\newsavebox\picturebox
\newcommand{\picturewidth}{\dimen255}
\newcommand{\measurepicture}[1]{\sbox\picturebox{\includegraphics{#1}}\picturewidth=0.65\wd\picturebox
  \ifdim\picturewidth<0.3\linewidth \picturewidth=\ifdim\wd\picturebox<0.3\linewidth \wd\picturebox\else 0.3\linewidth\fi\fi
  \ifdim\picturewidth>\linewidth \picturewidth=\linewidth\fi}
\newcommand{\setpicture}[1]{\includegraphics[width=\picturewidth,height=0.45\textheight,keepaspectratio]{#1}}
"""

_FIGURES = r"""
\DeclareRobustCommand{\postfigure}[2]{\begin{center}\begin{minipage}{\linewidth}\centering\captionsetup{type=figure,singlelinecheck=off,justification=centerlast}%
  \measurepicture{#1}\setpicture{#1}\par #2\end{minipage}\end{center}}
"""

_IMAGES = r"""
\DeclareRobustCommand{\postimage}[2]{\begingroup\measurepicture{#1}%
  \ifdim\ht\picturebox<2\baselineskip\raisebox{-0.2\height}{\usebox\picturebox}%
  \else\begin{center}\setpicture{#1}\par\small #2\end{center}\fi\endgroup}
"""

# Fandol has a part of the Han characters outside of GB 2312: another font is asked before the box.
_RARE = r"""
\providecommand{\makexeCJKinactive}{}
\newfontface\songface{FandolSong-Regular.otf}
\newif\ifotherhan
\IfFontExistsTF{Noto Serif CJK SC}{\newfontface\otherhan{Noto Serif CJK SC}\otherhantrue}{%
  \IfFontExistsTF{Noto Sans CJK SC}{\newfontface\otherhan{Noto Sans CJK SC}\otherhantrue}{%
  \IfFontExistsTF{SimSun}{\newfontface\otherhan{SimSun}\otherhantrue}{}}}
\DeclareRobustCommand{\rarehan}[2]{\texorpdfstring{{\songface\iffontchar\font"#2 #1\else
  \ifotherhan\otherhan\iffontchar\font"#2 {\makexeCJKinactive #1}\else\rarebox{#2}\fi
  \else\rarebox{#2}\fi\fi}}{#1}}
\newcommand{\rarebox}[1]{\fbox{\tiny\rmfamily #1}}
"""
