"""The functions of the first cell of a notebook, which the other cells use."""

from __future__ import annotations

import re
from collections.abc import Iterable

_IMPORT = "import numpy as np"
_HELPERS = (
    '''def product(factors):
    """The product of numbers and matrices, in their order; of two columns, their inner product."""
    done = 1
    for factor in factors:
        both = np.ndim(done) > 0 and np.ndim(factor) > 0
        if both and np.shape(done) == np.shape(factor) and np.shape(factor)[1] == 1:
            done = inner(done, factor)
        else:
            done = done @ factor if both else done * factor
    return done''',
    '''def derivative(function, point, step=1e-4):
    """The slope of a function, from four points around."""
    near = function(point + step) - function(point - step)
    far = function(point + 2 * step) - function(point - 2 * step)
    return (8 * near - far) / (12 * step)''',
    '''def integral(function, low, high, points=400):
    """Gauss-Legendre quadrature; an endless side is folded into a finite one, where nothing is left to add."""
    if np.isinf(low) or np.isinf(high):
        fold = lambda t: t / (1 - t * t)
        slope = lambda t: (1 + t * t) / (1 - t * t) ** 2
        start = -1 if np.isinf(low) else low / (0.5 + np.sqrt(0.25 + low * low)) if low else 0
        end = 1 if np.isinf(high) else high / (0.5 + np.sqrt(0.25 + high * high)) if high else 0
        return integral(lambda t: function(fold(t)) * slope(t), start, end, points)
    nodes, weights = np.polynomial.legendre.leggauss(points)
    middle, half = (low + high) / 2, (high - low) / 2
    with np.errstate(all="ignore"):
        heights = np.array([float(np.squeeze(function(middle + half * x))) for x in nodes])
    return half * float(np.sum(weights * np.where(np.isfinite(heights), heights, 0)))''',
    '''def smooth(seed):
    """Some smooth positive function: what holds for every function holds for this one."""
    numbers = np.random.default_rng(seed)
    a, w, s = numbers.uniform(0.1, 0.3, 3), numbers.uniform(0.4, 1.2, (3, 9)), numbers.uniform(0, 6, 3)

    def function(*points):
        flat = [float(x) for point in points for x in np.ravel(point)]
        return 1 + sum(a[k] * np.sin(sum(w[k][n % 9] * x for n, x in enumerate(flat)) + s[k]) for k in range(3))

    return function''',
    """def norm(value):
    return float(np.sqrt(np.sum(np.abs(np.asarray(value, dtype=float)) ** 2)))""",
    """def inner(a, b):
    return float(np.sum(np.asarray(a) * np.asarray(b)))""",
    '''def show(left, right):
    """Both sides, and whether they agree."""
    print("left: ", np.squeeze(left))
    print("right:", np.squeeze(right))
    print("agree:", bool(np.allclose(left, right, rtol=1e-4, atol=1e-6)))''',
    '''def plot(name, low, high, left, right):
    """Both sides as functions of one variable; as a table where there is no matplotlib."""
    points = np.linspace(low, high, 201)
    sides = [np.array([side(x) for x in points], dtype=float) for side in (left, right)]
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        for k in range(0, 201, 40):
            print(f"{name} = {points[k]:.3g}: {sides[0][k]:.6g}  {sides[1][k]:.6g}")
        return
    plt.plot(points, sides[0], label="left", linewidth=3, alpha=0.5)
    plt.plot(points, sides[1], label="right", linestyle="--")
    plt.xlabel(name)
    plt.legend()
    plt.show()''',
)
_NAMED = re.compile(r"def (\w+)")


def helpers(cells: Iterable[str]) -> str:
    """The first cell of a notebook with these cells: NumPy, and the functions that they use."""
    text = "\n".join(cells)
    kept: list[str] = []
    for helper in reversed(_HELPERS):
        found = _NAMED.match(helper)
        if found and re.search(rf"\b{found[1]}\(", text):
            kept.insert(0, helper)
            text += helper.partition("\n")[2]
    return "\n\n\n".join([_IMPORT, *kept])
