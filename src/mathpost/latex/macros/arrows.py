"""Arrows and harpoons, those that stretch included."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "relation",
        EVERYWHERE,
        r"""
        \Downarrow \Leftarrow \Leftrightarrow \Lleftarrow \Longleftarrow \Longleftrightarrow
        \Longrightarrow \Lsh \Rightarrow \Rrightarrow \Rsh \Uparrow \Updownarrow \circlearrowleft
        \circlearrowright \curvearrowleft \curvearrowright \dashleftarrow \dashrightarrow \downarrow
        \downdownarrows \downharpoonleft \downharpoonright \gets \hookleftarrow \hookrightarrow
        \leadsto \leftarrow \leftarrowtail \leftharpoondown \leftharpoonup \leftleftarrows
        \leftrightarrow \leftrightarrows \leftrightharpoons \leftrightsquigarrow \longleftarrow
        \longleftrightarrow \longrightarrow \looparrowleft \looparrowright \mapsto \multimap
        \nLeftarrow \nLeftrightarrow \nRightarrow \nearrow \nleftarrow \nleftrightarrow \nrightarrow
        \nwarrow \restriction \rightarrow \rightarrowtail \rightharpoondown \rightharpoonup
        \rightleftarrows \rightleftharpoons \rightrightarrows \rightsquigarrow \searrow \swarrow \to
        \twoheadleftarrow \twoheadrightarrow \uparrow \updownarrow \upharpoonleft \upharpoonright
        \upuparrows
        """,
    ),
    *macros(
        "relation",
        "katex",
        r"""
        \Darr \Harr \Larr \Lrarr \Rarr \Uarr \dArr \darr \hArr \harr \lArr \larr \lrArr \lrarr
        \mapsfrom \rArr \rarr \uArr \uarr
        """,
    ),
    *macros(
        "relation",
        "katex latex extension",
        r"""
        \xLeftarrow \xLeftrightarrow \xRightarrow \xhookleftarrow \xhookrightarrow \xleftharpoondown
        \xleftharpoonup \xleftrightarrow \xleftrightharpoons \xrightharpoondown \xrightharpoonup
        \xrightleftharpoons
        """,
        arguments="math",
        options="math",
        inline=False,
    ),
    *macros(
        "relation",
        "extension",
        r"""
        \longLeftrightharpoons \longRightleftharpoons \longleftrightarrows \longrightleftharpoons
        \tripledash
        """,
    ),
    *macros(
        "relation",
        "katex mathjax",
        r"\xlongequal \xtofrom \xtwoheadleftarrow \xtwoheadrightarrow",
        arguments="math",
        options="math",
        inline=False,
    ),
    *macros(
        "relation",
        EVERYWHERE,
        r"\xleftarrow \xmapsto \xrightarrow",
        arguments="math",
        options="math",
        inline=False,
    ),
    *macros(
        "relation",
        "katex",
        r"\xleftequilibrium \xrightequilibrium \xrightleftarrows",
        arguments="math",
        options="math",
        inline=False,
    ),
    *macros(
        "spacing", "mathjax extension", r"\minCDarrowheight \minCDarrowwidth", arguments="size", inline=False
    ),
    *macros("relation", "latex extension", r"\ndownarrow \nuparrow"),
    *macros(
        "relation",
        "extension",
        r"\xLeftrightharpoons \xRightleftharpoons",
        arguments="math",
        options="math",
        inline=False,
    ),
    *macros("definition", "mathjax", r"\Newextarrow", arguments="raw raw raw", inline=False),
)
