"""Circular and hyperbolic functions and their inverses."""

from __future__ import annotations

from mathpost.maths import values
from mathpost.maths.operators import Law, Operator

OPERATORS = (
    Operator(
        "sin",
        values.sin,
        spellings=("sin",),
        laws=(
            Law(r"\sin^2 x + \cos^2 x = 1"),
            Law(r"\sin(a + b) = \sin a \cos b + \cos a \sin b"),
            Law(r"\sin 2x = 2 \sin x \cos x"),
        ),
        slips=(Law(r"\sin(a + b) = \sin a + \sin b"), Law(r"\sin 2x = 2 \sin x"), Law(r"\sin^2 x = 1 + \cos^2 x")),
    ),
    Operator(
        "cos",
        values.cos,
        spellings=("cos",),
        laws=(Law(r"\cos(a - b) = \cos a \cos b + \sin a \sin b"), Law(r"\cos 2x = 1 - 2\sin^2 x")),
        slips=(Law(r"\cos(a - b) = \cos a \cos b - \sin a \sin b"), Law(r"\cos 2x = 1 - \sin^2 x")),
    ),
    Operator("tan", values.tan, spellings=("tan", "tg"), laws=(Law(r"\tan x = \frac{\sin x}{\cos x}"),), slips=(Law(r"1 + \tan^2 x = \cos^2 x"),)),
    Operator("cot", values.cot, spellings=("cot", "ctg"), laws=(Law(r"\cot x = \frac{1}{\tan x}"),), slips=(Law(r"\cot x = -\tan x"),)),
    Operator("sec", values.sec, spellings=("sec",), laws=(Law(r"\sec^2 x = 1 + \tan^2 x"),), slips=(Law(r"\sec x = \frac{1}{\sin x}"),)),
    Operator("csc", values.csc, spellings=("csc",), laws=(Law(r"\csc x \sin x = 1"),), slips=(Law(r"\csc x = \frac{1}{\cos x}"),)),
    Operator("arcsin", values.arcsin, spellings=("arcsin", "asin"), laws=(Law(r"\sin(\arcsin x) = x", r"x \in (0, 1)"),), slips=(Law(r"\arcsin x = \frac{1}{\sin x}", r"x \in (0, 1)"),)),
    Operator("arccos", values.arccos, spellings=("arccos", "acos"), laws=(Law(r"\arcsin x + \arccos x = \frac{\pi}{2}", r"x \in (0, 1)"),), slips=(Law(r"\arccos x = \pi - \arcsin x", r"x \in (0, 1)"),)),
    Operator("arctan", values.arctan, spellings=("arctan", "atan"), laws=(Law(r"\arctan x + \arctan\frac{1}{x} = \frac{\pi}{2}", "x > 0"),), slips=(Law(r"\arctan x = \frac{\sin x}{\cos x}", "x > 0"),)),
    Operator("sinh", values.sinh, spellings=("sinh",), laws=(Law(r"\sinh x = \frac{e^x - e^{-x}}{2}"),), slips=(Law(r"\sinh x = \frac{e^x + e^{-x}}{2}"),)),
    Operator("cosh", values.cosh, spellings=("cosh",), laws=(Law(r"\cosh^2 x - \sinh^2 x = 1"),), slips=(Law(r"\cosh^2 x = \sinh^2 x - 1"),)),
    Operator("tanh", values.tanh, spellings=("tanh",), laws=(Law(r"\tanh x = \frac{e^{2x} - 1}{e^{2x} + 1}"), Law(r"\tanh x = 2\sigma(2x) - 1")), slips=(Law(r"\tanh x = \frac{e^x - 1}{e^x + 1}"),)),
    Operator("coth", values.coth, spellings=("coth",), laws=(Law(r"\coth x = \frac{\cosh x}{\sinh x}"),), slips=(Law(r"\coth x = \frac{\sinh x}{\cosh x}"),)),
    Operator("arsinh", values.arsinh, spellings=("arsinh", "arcsinh", "asinh"), laws=(Law(r"\operatorname{arsinh} x = \log(x + \sqrt{x^2 + 1})"),), slips=(Law(r"\operatorname{arsinh} x = \log(2x + \sqrt{x^2 + 1})"),)),
    Operator("arcosh", values.arcosh, spellings=("arcosh", "arccosh", "acosh"), laws=(Law(r"\cosh(\operatorname{arcosh} x) = x", "x > 1"),), slips=(Law(r"\operatorname{arcosh} x = \log(x + \sqrt{x^2 + 1})", "x > 1"),)),
    Operator("artanh", values.artanh, spellings=("artanh", "arctanh", "atanh"), laws=(Law(r"\operatorname{artanh} x = \frac{1}{2}\log\frac{1 + x}{1 - x}", r"x \in (0, 1)"),), slips=(Law(r"\operatorname{artanh} x = \log\frac{1 + x}{1 - x}", r"x \in (0, 1)"),)),
)  # fmt: skip
