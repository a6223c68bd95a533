r"""Books made with d2lbook: `` :eqlabel:`x` `` after a display, `` :eqref:`x` `` as the reference.

The builder numbers exactly the displays with a label.

```markdown
$$\hat{y} = w x + b$$
:eqlabel:`eq_linear`

In :eqref:`eq_linear` the weight is $w$.
```
"""

from mathpost.document.flavour import Flavour, NewLabel

_ROLES = r":(?:numref|ref):`([^`\r\n]+)`"

FLAVOUR = Flavour(
    "d2lbook",
    "d2lbook",
    sites=(("config.ini", r"^\[project\]", ""),),
    signs=(r":eq(?:label|ref):`",),
    outputs=("_build",),
    numbers="builder",
    fixed=True,
    new_label=NewLabel("eq_", behind="\n:eqlabel:`{}`"),
    labels=(r"[ \t]*(?:\r\n?|\n)?[ \t>]*:eqlabel:`([^`\r\n]+)`",),
    references=(r":eqref:`([^`\r\n]+)`", _ROLES),
    targets=(r":label:`([^`\r\n]+)`",),
    unescapes=False,
)
