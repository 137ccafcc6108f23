"""Exponential decay by half-life, in whole numbers: the same on every machine and at every rebuild.

After a time t a level L has fallen to `L * 2 ** -(t / h)`, h being the half-life. The power of two is put together
from its binary digits (Knuth, The Art of Computer Programming, volume 2, section 4.6.3): with f = 0.b1b2b3… the
fractional part of t / h, `2 ** -f` is the product of `2 ** -(2 ** -k)` over the digits b_k that are set.
"""

from functools import cache
from math import isqrt

_DIGITS = 32
"""Binary digits of the fraction that count: the error is below one in a thousand million."""
_BITS = 62


@cache
def _roots() -> tuple[int, ...]:
    """Return `2 ** -(2 ** -k)` for k from 1, each scaled by `2 ** 62`."""
    root, roots = 1 << (_BITS - 1), list[int]()
    for _ in range(_DIGITS):
        root = isqrt(root << _BITS)
        roots.append(root)
    return tuple(roots)


def halved(level: int, elapsed: int, half_life: int) -> int:
    """Return what is left of `level` after `elapsed`, which is in the unit of `half_life`.

    >>> halved(1000, 30, 10)
    125
    >>> halved(1000, 0, 10), halved(1000, 5, 10), halved(1000, 1000, 10)
    (1000, 707, 0)
    >>> halved(halved(1_000_000, 5, 10), 5, 10)  # what is less than one is lost each time
    499999
    >>> halved(10**30, 10, 10) == 5 * 10**29
    True
    """
    assert elapsed >= 0, "time does not run backwards in a log"
    assert half_life > 0, "a half-life takes time"
    whole, rest = divmod(elapsed, half_life)
    if whole >= level.bit_length():
        return 0
    fraction = (rest << _DIGITS) // half_life
    factor = 1 << _BITS
    for place, root in enumerate(_roots(), 1):
        if fraction >> (_DIGITS - place) & 1:
            factor = factor * root >> _BITS
    return level * factor >> (_BITS + whole)
