r"""**Table**: how signs, names and accents are read aloud, in English and in Chinese.

A row is ``sign | English | Chinese``; signs with the same words share a row. A sign without a row is read by the name
of its character or of its command.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Language = Literal["en", "zh"]


class Words(NamedTuple):
    """The same words in both languages; a pattern has ``{0}``, ``{1}`` where its parts are read."""

    en: str
    zh: str

    def of(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


def _table(rows: str) -> dict[str, Words]:
    found: dict[str, Words] = {}
    for row in rows.strip().splitlines():
        signs, english, chinese = (part.strip() for part in row.rsplit(" | ", 2))
        found |= dict.fromkeys(signs.split(), Words(english, chinese))
    return found


RELATIONS: Final = _table(r"""
= | equals | 等于
:= \coloneqq \coloneq \colonequals \triangleq ≜ ≔ | is defined as | 定义为
\equiv ≡ | is identical to | 恒等于
\ne \neq ≠ | is not equal to | 不等于
\approx \thickapprox ≈ | is approximately equal to | 约等于
\simeq ≃ | is asymptotically equal to | 渐近等于
\cong ≅ | is isomorphic to | 同构于
\doteq ≐ | approaches the limit | 趋近于
< \lt | is less than | 小于
> \gt | is greater than | 大于
\le \leq \leqslant \leqq ≤ ⩽ | is less than or equal to | 小于等于
\ge \geq \geqslant \geqq ≥ ⩾ | is greater than or equal to | 大于等于
\ll ≪ | is much less than | 远小于
\gg ≫ | is much greater than | 远大于
\lesssim | is less than or similar to | 不大于某常数倍的
\gtrsim | is greater than or similar to | 不小于某常数倍的
\nless | is not less than | 不小于
\ngtr | is not greater than | 不大于
\prec | precedes | 先于
\succ | succeeds | 后于
\preceq \preccurlyeq | precedes or equals | 先于或等于
\succeq \succcurlyeq | succeeds or equals | 后于或等于
\in \isin ∈ | in | 属于
\notin ∉ | not in | 不属于
\ni \owns ∋ | contains | 包含元素
\subset \sub ⊂ | is a subset of | 包含于
\subseteq \sube ⊆ | is a subset of or equal to | 包含于或等于
\subsetneq | is a proper subset of | 真包含于
\supset ⊃ | is a superset of | 包含
\supseteq ⊇ | is a superset of or equal to | 包含或等于
\propto \varpropto ∝ | is proportional to | 正比于
\perp ⊥ | is perpendicular to | 垂直于
\parallel ∥ | is parallel to | 平行于
\nmid | does not divide | 不整除
\models | models | 满足
\vdash | proves | 推出
\asymp | is of the same order as | 同阶于
\to \rightarrow \longrightarrow \rarr → | right arrow | 右箭头
\gets \leftarrow \longleftarrow ← | left arrow | 左箭头
\leftrightarrow \longleftrightarrow ↔ | left right arrow | 双向箭头
\Rightarrow \Longrightarrow \implies ⇒ | implies | 推出
\Leftarrow \Longleftarrow \impliedby ⇐ | is implied by | 可由后式推出：
\Leftrightarrow \Longleftrightarrow \iff ⇔ | if and only if | 当且仅当
\mapsto \longmapsto ↦ | maps to | 映射到
\leadsto \rightsquigarrow | leads to | 导致
\uparrow | up arrow | 上箭头
\downarrow | down arrow | 下箭头
\hookrightarrow | embeds into | 嵌入
\rightharpoonup | converges weakly to | 弱收敛到
""")

OPERATORS: Final = _table(r"""
+ | plus | 加
\pm ± | plus or minus | 正负
\mp ∓ | minus or plus | 负正
\times × | times | 乘
\cdot ⋅ · * ∗ \ast \sdot | times | 乘
\div ÷ | divided by | 除以
/ | over | 除以
\odot ⊙ | elementwise times | 逐元素乘
\otimes ⊗ | tensor product | 张量积
\oplus ⊕ | circled plus | 圈加
\ominus ⊖ | circled minus | 圈减
\oslash | elementwise divided by | 逐元素除以
\circ ∘ | composed with | 复合
\star ⋆ | star | 星号
\bullet | bullet | 圆点
\cap ∩ | intersection | 交
\cup ∪ | union | 并
\sqcup | disjoint union | 不交并
\setminus \smallsetminus | without | 减去集合
\land \wedge ∧ | and | 且
\lor \vee ∨ | or | 或
\dagger | dagger | 剑标
\bmod | mod | 模
\middle | vertical bar | 竖线
""")

SIGNS: Final = _table(r"""
\infty ∞ \infin | infinity | 无穷大
\partial ∂ | partial | 偏
\nabla ∇ | nabla | 梯度算子
\emptyset \varnothing \empty ∅ | the empty set | 空集
\forall ∀ | for all | 对任意
\exists \exist ∃ | there exists | 存在
\nexists | there does not exist | 不存在
\neg \lnot ¬ | not | 非
\therefore ∴ | therefore | 所以
\because ∵ | because | 因为
\dots \ldots \cdots \dotsc \dotsb \dotsm \dotsi \dotso \vdots \ddots \iddots \mathellipsis … ⋯ | dot dot dot | 省略号
\top ⊤ | top | 顶
\bot | bottom | 底
\angle | angle | 角
\triangle △ | triangle | 三角形
\square \Box □ | square | 方框
\ell ℓ | script l | 花体 l
\hbar | h bar | 约化普朗克常数
\Re | the real part | 实部
\Im | the imaginary part | 虚部
\aleph | aleph | 阿列夫
\imath | i | i
\jmath | j | j
\degree ° | degrees | 度
\prime ′ | prime | 撇
\% % | percent | 百分号
\# | number sign | 井号
\$ | dollar | 美元符号
\& | and | 与
\_ _ | underscore | 下划线
\checkmark ✓ | check mark | 对勾
\LaTeX | LaTeX | LaTeX
! | factorial | 的阶乘
, ， | , | ，
; ； | ; | ；
: ： \colon \vcentcolon | colon | 冒号
? ？ | question mark | 问号
""")

FUNCTIONS: Final = _table(r"""
\sin | sine | 正弦
\cos | cosine | 余弦
\tan \tg | tangent | 正切
\cot \ctg | cotangent | 余切
\sec | secant | 正割
\csc | cosecant | 余割
\arcsin | arc sine | 反正弦
\arccos | arc cosine | 反余弦
\arctan \arctg | arc tangent | 反正切
\sinh \sh | hyperbolic sine | 双曲正弦
\cosh \ch | hyperbolic cosine | 双曲余弦
\tanh \th | hyperbolic tangent | 双曲正切
\coth | hyperbolic cotangent | 双曲余切
\log | log | 对数
\lg | log base 10 | 常用对数
\ln | natural log | 自然对数
\exp | exp | 指数函数
\det | determinant | 行列式
\dim | dimension | 维数
\ker | kernel | 核
\deg | degree | 次数
\gcd | greatest common divisor | 最大公约数
\arg | argument | 辐角
\hom | hom | 同态
\Pr | probability | 概率
\sgn | sign | 符号函数
\tr | trace | 迹
""")

_GREEK = {
    **{f"\\{name}": Words(name, char) for name, char in zip(
        "alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi "
        "omega".split(), "αβγδζηθικλμνξοπρστυφχψω", strict=True)},
    **{f"\\var{name}": Words(name, char) for name, char in zip(
        "theta kappa pi rho sigma phi".split(), "θκπρσφ", strict=True)},
    **dict.fromkeys((r"\epsilon", r"\varepsilon", "ϵ", "ε"), Words("epsilon", "ε")),
    **dict.fromkeys("ϑ", Words("theta", "θ")), **dict.fromkeys("ϕ", Words("phi", "φ")),
    r"\digamma": Words("digamma", "双伽马"),
}  # fmt: skip
LETTERS: Final = {**_GREEK, **{words.zh: words for words in _GREEK.values() if len(words.zh) == 1}}
"""Small letters of Greek; Chinese speech engines read the letter itself."""

CAPITALS: Final = {
    f"\\{prefix}{name[1:].capitalize()}": words
    for name, words in LETTERS.items()
    if name.startswith("\\") and not name.startswith("\\var")
    for prefix in ("", "var")
}

BRACKETS: Final = _table(r"""
( \lparen | open paren | 左括号
) \rparen | close paren | 右括号
[ \lbrack | open bracket | 左方括号
] \rbrack | close bracket | 右方括号
\{ \lbrace { | open brace | 左花括号
\} \rbrace } | close brace | 右花括号
\langle \lang ⟨ | open angle bracket | 左尖括号
\rangle \rang ⟩ | close angle bracket | 右尖括号
\lfloor ⌊ | open floor | 左下取整括号
\rfloor ⌋ | close floor | 右下取整括号
\lceil ⌈ | open ceiling | 左上取整括号
\rceil ⌉ | close ceiling | 右上取整括号
| \vert \lvert \rvert \mid ∣ | vertical bar | 竖线
\| \Vert \lVert \rVert ‖ | double vertical bar | 双竖线
\backslash | backslash sign | 反斜线
""".replace("\n| ", "\n\\vert "))  # fmt: skip
BRACKETS["|"] = BRACKETS[r"\vert"]

ACCENTS: Final = _table(r"""
\hat \widehat | {0} hat | {0} 帽
\bar | {0} bar | {0} 上横线
\tilde \widetilde | {0} tilde | {0} 波浪线
\vec | vector {0} | 向量 {0}
\dot | {0} dot | {0} 上加一点
\ddot | {0} double dot | {0} 上加两点
\dddot | {0} triple dot | {0} 上加三点
\check \widecheck | {0} check | {0} 上加倒尖号
\breve | {0} breve | {0} 上加短弧
\acute | {0} acute | {0} 上加锐音符
\grave | {0} grave | {0} 上加重音符
\mathring | {0} ring | {0} 上加圆圈
\overline | {0} with line above | {0} 加上划线
\underline | {0} with line below | {0} 加下划线
\overrightarrow | {0} with right arrow above | {0} 上加右箭头
\overleftarrow | {0} with left arrow above | {0} 上加左箭头
\overbrace \overbracket | {0} with brace above | {0} 加上括号
\underbrace \underbracket | {0} with brace below | {0} 加下括号
\boxed \fbox | boxed {0} | 加框 {0}
\cancel \bcancel \xcancel \sout | crossed out {0} | 划去 {0}
""")

FONTS: Final = _table(r"""
\mathbf \boldsymbol \bm \pmb \bold \symbf \mathbfit \mathbfup \bf | bold {0} | 粗体 {0}
\mathbb \Bbb | blackboard {0} | 空心 {0}
\mathcal \mathscr \cal \symcal | script {0} | 花体 {0}
\mathfrak \frak | fraktur {0} | 哥特体 {0}
\mathrm \mathit \mathsf \mathtt \mathnormal \rm \it \sf \tt \mathup \symup | {0} | {0}
""")

BLACKBOARD: Final = {
    "R": Words("the real numbers", "实数集"),
    "N": Words("the natural numbers", "自然数集"),
    "Z": Words("the integers", "整数集"),
    "Q": Words("the rational numbers", "有理数集"),
    "C": Words("the complex numbers", "复数集"),
    "E": Words("the expectation", "期望"),
    "P": Words("the probability", "概率"),
    "1": Words("the indicator", "示性函数"),
    "I": Words("the indicator", "示性函数"),
}

LARGE: Final = _table(r"""
\sum ∑ | the sum | 求和
\prod ∏ | the product | 求积
\coprod ∐ | the coproduct | 求余积
\int \intop \smallint ∫ | the integral | 积分
\iint ∬ | the double integral | 二重积分
\iiint ∭ | the triple integral | 三重积分
\oint ∮ | the contour integral | 环路积分
\bigcup ⋃ | the union | 求并集
\bigcap ⋂ | the intersection | 求交集
\bigoplus | the direct sum | 求直和
\bigotimes | the tensor product | 求张量积
\bigvee | the disjunction | 求析取
\bigwedge | the conjunction | 求合取
\lim | the limit | 求极限
\limsup \varlimsup | the limit superior | 求上极限
\liminf \varliminf | the limit inferior | 求下极限
\max | the maximum | 取最大值
\min | the minimum | 取最小值
\sup | the supremum | 取上确界
\inf | the infimum | 取下确界
\argmax argmax | the argument of the maximum | 取最大值点
\argmin argmin | the argument of the minimum | 取最小值点
""")

ORDINALS: Final = ("zeroth", "first", "second", "third", "fourth", "fifth")
PARTS: Final = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 8: "eighth", 10: "tenth"}
COUNTS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
