"""Relations."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "relation",
        EVERYWHERE,
        r"""
        \Bumpeq \Doteq \Join \Subset \Supset \approx \approxeq \asymp \backepsilon \backsim
        \backsimeq \between \blacktriangleleft \blacktriangleright \bowtie \bumpeq \circeq \colon
        \cong \curlyeqprec \curlyeqsucc \doteq \doteqdot \eqcirc \eqsim \eqslantgtr \eqslantless
        \equiv \fallingdotseq \frown \ge \geq \geqq \geqslant \gg \ggg \gggtr \gnapprox \gneq \gneqq
        \gnsim \gtrapprox \gtreqless \gtreqqless \gtrless \gtrsim \gvertneqq \in \le \leq \leqq
        \leqslant \lessapprox \lesseqgtr \lesseqqgtr \lessgtr \lesssim \ll \lll \llless \lnapprox
        \lneq \lneqq \lnsim \longmapsto \lvertneqq \mid \ncong \ne \neq \ngeq \ngeqq \ngeqslant
        \ngtr \ni \nleq \nleqq \nleqslant \nless \nmid \notin \nparallel \nprec \npreceq \nshortmid
        \nshortparallel \nsim \nsubseteq \nsubseteqq \nsucc \nsucceq \nsupseteq \nsupseteqq
        \ntriangleleft \ntrianglelefteq \ntriangleright \ntrianglerighteq \owns \parallel \perp
        \pitchfork \prec \precapprox \preccurlyeq \preceq \precnapprox \precneqq \precnsim \precsim
        \propto \risingdotseq \shortmid \shortparallel \sim \simeq \smallfrown \smallsmile \smile
        \sqsubset \sqsubseteq \sqsupset \sqsupseteq \subset \subseteq \subseteqq \subsetneq
        \subsetneqq \succ \succapprox \succcurlyeq \succeq \succnapprox \succneqq \succnsim \succsim
        \supset \supseteq \supseteqq \supsetneq \supsetneqq \thickapprox \thicksim \trianglelefteq
        \triangleq \trianglerighteq \varpropto \varsubsetneq \varsubsetneqq \varsupsetneq
        \varsupsetneqq \vartriangle \vartriangleleft \vartriangleright
        """,
    ),
    *macros(
        "relation",
        "katex",
        r"""
        \coloncolon \coloncolonapprox \coloncolonequals \coloncolonminus \coloncolonsim \colonequals
        \colonminus \equalscolon \equalscoloncolon \imageof \isin \minuscolon \minuscoloncolon
        \notni \origof \sub \sube \supe
        """,
    ),
    *macros(
        "relation",
        "katex latex extension",
        r"""
        \Colonapprox \Coloneq \Coloneqq \Colonsim \Eqcolon \Eqqcolon \colonapprox \coloneq \coloneqq
        \colonsim \dblcolon \eqcolon \eqqcolon
        """,
    ),
    *macros("relation", "katex latex", r"\approxcolon \ratio \simcolon \vcentcolon", inline=False),
    *macros("relation", "katex", r"\approxcoloncolon \simcoloncolon", inline=False),
    *macros("relation", "katex mathjax", r"\gt \lt"),
    *macros("relation", "extension", r"\centercolon"),
    *macros("negation", EVERYWHERE, r"\not"),
    *macros("relation", "katex latex extension", r"\ordinarycolon", mode="both"),
)
