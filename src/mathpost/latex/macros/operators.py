"""Binary operators."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "binary",
        EVERYWHERE,
        r"""
        \And \Cap \Cup \amalg \ast \barwedge \bigcirc \bigtriangledown \bigtriangleup \boxdot
        \boxminus \boxplus \boxtimes \bullet \cap \cdot \centerdot \circ \circledast \circledcirc
        \circleddash \cup \curlyvee \curlywedge \dagger \ddagger \diamond \div \divideontimes
        \dotplus \doublebarwedge \doublecap \doublecup \gtrdot \intercal \leftthreetimes \lessdot
        \lhd \ltimes \mp \odot \ominus \oplus \oslash \otimes \pm \rhd \rightthreetimes \rtimes
        \setminus \smallsetminus \sqcap \sqcup \star \times \triangleleft \triangleright \unlhd
        \unrhd \uplus \vee \veebar \wedge \wr
        """,
    ),
    *macros("binary", "katex", r"\plusmn \sdot"),
    *macros("binary", "katex", r"\minuso", inline=False),
)
