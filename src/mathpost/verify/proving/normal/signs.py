"""Signs in a normal form: what is known to be real or positive, and the functions that only signs decide."""

from __future__ import annotations

from mathpost.maths.terms.term import Apply, Bind
from mathpost.verify.proving.normal.form import Form
from mathpost.verify.proving.normal.quotient import Generator, Polynomial, Rational


def real(form: Form, p: Polynomial) -> bool:
    """Whether every generator in `p` is certainly real where the sides are defined."""
    return all(is_real(form, form.generators[k]) for k, d in enumerate(p.degrees()) if d > 0)


def is_real(form: Form, generator: Generator) -> bool:
    match generator.term:
        case Apply(operator="log"):
            argument = generator.argument
            return argument is not None and is_positive(form, argument)
        case Apply(operator="exp", arguments=(inner,)):
            value = form.normal(inner)
            return real(form, value.num) and real(form, value.den)
        case Apply(operator="imaginary_unit" | "i"):
            return False
    return not form.complex or form.positive(generator.term)


def is_positive(form: Form, r: Rational) -> bool:
    return sign_of(form, r.num) == sign_of(form, r.den) != 0


def sign_of(form: Form, p: Polynomial) -> int:
    """1 if `p` is known to be positive, -1 if negative, 0 otherwise."""
    if p is form.unit or p == 1:
        return 1
    alone = form.number_of(p)
    key = str(p) if alone is None else f"g{alone}"
    if key not in form.known:
        form.known[key] = False
        form.known[key] = _is_positive(form, p)
    if form.known[key]:
        return 1
    other = str(-p)
    if other not in form.known:
        form.known[other] = False
        form.known[other] = _is_positive(form, -p)
    return -1 if form.known[other] else 0


def _is_positive(form: Form, p: Polynomial) -> bool:
    if p.total_degree() <= 0:
        return bool(p.leading_coefficient() > 0)
    strict, fits = False, True
    for exponents, coefficient in p.terms():
        used = [(form.generators[k], e) for k, e in enumerate(exponents) if e]
        certain = all(_is_positive_generator(form, g) for g, _ in used)
        strict = strict or (coefficient > 0 and certain)
        if coefficient < 0 or not (certain or all(_not_negative(form, g, e) for g, e in used)):
            fits = False
            break
    return (fits and strict) or form.positive(form.polynomial_term(p))


def _not_negative(form: Form, generator: Generator, exponent: int) -> bool:
    return _is_positive_generator(form, generator) or (exponent % 2 == 0 and is_real(form, generator))


def _is_positive_generator(form: Form, generator: Generator) -> bool:
    match generator.term:
        case Apply(operator="exp"):
            return is_real(form, generator)
        case Apply(operator="pi"):
            return True
        case Apply(operator="power", arguments=(base, _)):
            return not form.complex or is_positive(form, form.normal(base))
        case Apply(operator="abs"):
            return True  # it and a real root are zero only where the logarithm that asks is not defined
        case Bind(operator="sum" | "product", body=body):
            return is_positive(form, form.normal(body))
    return form.positive(generator.term)


def absolute(form: Form, u: Rational) -> Rational:
    """|u|, factor by factor; the square of |p| is p² for a real p."""
    if u.num == 0:
        return form.zero
    above, up = form.factors(u.num)
    below, down = form.factors(u.den)
    result = form.number(abs(above if below == 1 else above / below))
    for p, e in (*up, *((p, -e) for p, e in down)):
        factor = Rational(p, form.unit)
        result = form.multiply(result, form.integer_power(_size(form, factor, e), e))
    return result


def _size(form: Form, p: Rational, e: int) -> Rational:
    sign = sign_of(form, p.num)
    if sign:
        return p if sign > 0 else form.negate(p)
    if e % 2 == 0 and real(form, p.num):
        return p
    if p.num.leading_coefficient() < 0:
        p = form.negate(p)
    single = form.single(p)
    if single is not None and isinstance(single.term, Apply) and single.term.operator == "abs":
        return p
    term = Apply("abs", (form.term(p),))
    if not real(form, p.num):
        return form.generator(term)
    return form.generator(term, degree=2, value=form.multiply(p, p))


def sign(form: Form, u: Rational) -> Rational:
    if u.num == 0:
        return form.zero
    number = form.constant(u)
    if number is not None:
        return form.number(1 if number > 0 else -1)
    if u.num.leading_coefficient() < 0:
        return form.negate(sign(form, form.negate(u)))
    return form.generator(Apply("sign", (form.term(u),)))


def odd(form: Form, operator: str, u: Rational) -> Rational:
    """An odd function that has no other rule."""
    if u.num == 0:
        return form.zero
    if u.num.leading_coefficient() < 0:
        return form.negate(odd(form, operator, form.negate(u)))
    return form.generator(Apply(operator, (form.term(u),)))
