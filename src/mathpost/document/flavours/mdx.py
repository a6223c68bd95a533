r"""MDX, as Docusaurus and Next.js read it: Markdown with React components.

`import` and `export` lines, `{/* comments */}` and tags with their properties are skipped; what is between tags is
read. Indented lines are not code. Formulas are drawn by KaTeX (rehype-katex) unless the site configures another
renderer; KaTeX has no labels.

```markdown
import Figure from '@site/src/Figure';

# Areas

<Figure title="a disk" radius={3}>

The area is $\pi r^2$:

$$
A = \int_0^r 2 \pi s \, ds.
$$

</Figure>
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "mdx",
    "MDX",
    endings=(".mdx", ".md"),
    sites=(
        ("docusaurus.config.js", "", ""), ("docusaurus.config.ts", "", ""), ("docusaurus.config.mjs", "", ""),
        ("docusaurus.config.cjs", "", ""),
    ),
    signs=(r"^(?:import|export) (?>[^\n]*?(?: from |=))[^\n]*['\"(;]", r"^<[A-Z]\w*[^>\n]*/?>[ \t]*$"),
    outputs=("build", ".docusaurus"),
    renderer="katex",
    unescapes=False, spaced=True, blank_lines=True,
)  # fmt: skip
