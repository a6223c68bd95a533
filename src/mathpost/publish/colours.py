"""Colours as MathJax names them (CSS) and as xcolor does (``svgnames``)."""

from __future__ import annotations

import re

_NAMES = """
AliceBlue AntiqueWhite Aqua Aquamarine Azure Beige Bisque Black BlanchedAlmond Blue BlueViolet Brown
BurlyWood CadetBlue Chartreuse Chocolate Coral CornflowerBlue Cornsilk Crimson Cyan DarkBlue DarkCyan
DarkGoldenrod DarkGray DarkGreen DarkGrey DarkKhaki DarkMagenta DarkOliveGreen DarkOrange DarkOrchid DarkRed
DarkSalmon DarkSeaGreen DarkSlateBlue DarkSlateGray DarkSlateGrey DarkTurquoise DarkViolet DeepPink
DeepSkyBlue DimGray DimGrey DodgerBlue FireBrick FloralWhite ForestGreen Fuchsia Gainsboro GhostWhite Gold
Goldenrod Gray Green GreenYellow Grey Honeydew HotPink IndianRed Indigo Ivory Khaki Lavender LavenderBlush
LawnGreen LemonChiffon LightBlue LightCoral LightCyan LightGoldenrodYellow LightGray LightGreen LightGrey
LightPink LightSalmon LightSeaGreen LightSkyBlue LightSlateGray LightSlateGrey LightSteelBlue LightYellow
Lime LimeGreen Linen Magenta Maroon MediumAquamarine MediumBlue MediumOrchid MediumPurple MediumSeaGreen
MediumSlateBlue MediumSpringGreen MediumTurquoise MediumVioletRed MidnightBlue MintCream MistyRose Moccasin
NavajoWhite Navy OldLace Olive OliveDrab Orange OrangeRed Orchid PaleGoldenrod PaleGreen PaleTurquoise
PaleVioletRed PapayaWhip PeachPuff Peru Pink Plum PowderBlue Purple Red RosyBrown RoyalBlue SaddleBrown
Salmon SandyBrown SeaGreen Seashell Sienna Silver SkyBlue SlateBlue SlateGray SlateGrey Snow SpringGreen
SteelBlue Tan Teal Thistle Tomato Turquoise Violet Wheat White WhiteSmoke Yellow YellowGreen
"""
_BY_LOWER = {name.lower(): name for name in _NAMES.split()}
_HEX = re.compile(r"#?([0-9A-Fa-f]{6})")
_SHORT_HEX = re.compile(r"#([0-9A-Fa-f]{3})")
_RGB = re.compile(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")


def colour(written: str) -> str | None:
    """The colour argument for xcolor, with its braces, that means the same as in MathJax; None for an unknown colour."""
    written = written.strip()
    if (name := _BY_LOWER.get(written.lower())) is not None:
        return f"{{{name}}}"
    if (short := _SHORT_HEX.fullmatch(written)) is not None:
        return f"[HTML]{{{''.join(2 * digit for digit in short[1].upper())}}}"
    if (digits := _HEX.fullmatch(written)) is not None:
        return f"[HTML]{{{digits[1].upper()}}}"
    if (parts := _RGB.fullmatch(written)) is not None:
        return f"[RGB]{{{','.join(parts.groups())}}}"
    return None


def css(written: str) -> str:
    """The colour as CSS and Typst take it, ``#rrggbb`` or a name in lower case; empty for an unknown one."""
    argument = colour(written) if written else None
    if argument is None:
        return ""
    if argument.startswith("[HTML]"):
        return "#" + argument[7:-1].lower()
    if argument.startswith("[RGB]"):
        parts = [min(255, int(n)) for n in argument[6:-1].split(",")]
        return "#" + "".join(f"{n:02x}" for n in parts)
    return argument.strip("{}").lower()
