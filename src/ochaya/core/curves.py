"""Exponential, logarithm and power of our own, so that a judgement is the same number on every machine.

Those of a machine's C library differ in the last bit from one to the next, and JavaScript has others again: enough to
make a search take another way. These use nothing but additions, multiplications and divisions, which IEEE 754 fixes to
the bit, in one order: compiled, uncompiled and in the browser they agree. The method and its numbers are those of Sun's
fdlibm and musl (freely distributable): the error is below one unit in the last place.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ochaya.core.jit import rule

Shares = npt.NDArray[np.float64]

LOG2_HIGH, LOG2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""The logarithm of 2 in two parts; the first has so few digits that its small multiples are exact."""
PER_LOG2 = 1.44269504088896338700e00
LARGEST, SMALLEST = 709.782712893383973096, -708.0
P1, P2, P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
P4, P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
L1, L2, L3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
L4, L5, L6 = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
L7 = 1.479819860511658591e-01
FRACTION = (1 << 52) - 1
ROOT_HALF = 0x3FE6A09E << 32
"""The bits of about √½: fractions are counted from there, so that they lie around 1."""
FROM_ONE = (0x3FF00000 << 32) - ROOT_HALF
TINY = 2.0**-1022


@rule
def exp(x: float) -> float:
    """Give e to the power of x; 0 below -708, where hardly anything is left. Without a branch: see `exp_each`."""
    near = min(max(SMALLEST, x), LARGEST)
    k = np.int32(PER_LOG2 * near + (0.5 if near >= 0.0 else -0.5))
    high, low = near - k * LOG2_HIGH, k * LOG2_LOW
    r = high - low
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    y = 1.0 - ((low - (r * c) / (2.0 - c)) - high)
    power_of_e: float = 2.0 * y * np.int64(np.int64(k + 1022) << 52).view(np.float64)
    if x < SMALLEST:
        power_of_e = 0.0
    return power_of_e if x <= LARGEST else x + math.inf  # infinite, or no number where x is none


@rule
def exp_each(numbers: Shares, n: int) -> None:
    """Put e to its power in the place of each of the first n numbers: as one by one, but several at once."""
    for at in range(n):
        numbers[at] = exp(numbers[at])


@rule
def log(x: float) -> float:
    """Give the natural logarithm of x."""
    if not x > 0.0:
        return -math.inf if x == 0.0 else math.nan
    if x == math.inf:
        return x
    k = -1023
    if x < TINY:
        x *= 2.0**54
        k -= 54
    bits = np.float64(x).view(np.int64) + FROM_ONE
    k += int(bits >> 52)
    f = np.int64((bits & FRACTION) + ROOT_HALF).view(np.float64) - 1.0
    half = 0.5 * f * f
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    rest = z * (L1 + w * (L3 + w * (L5 + w * L7))) + w * (L2 + w * (L4 + w * L6))
    return s * (half + rest) + k * LOG2_LOW - half + f + k * LOG2_HIGH


@rule
def power(x: float, p: float) -> float:
    """Give x to the power of p for x from 0 up; square roots exactly as a root is rounded."""
    if p == 0.5:
        return math.sqrt(x)
    return exp(p * log(x)) if x > 0.0 else 0.0


@rule
def logistic(x: float) -> float:
    """Give 1 / (1 + exp(-x)): a lead as a share, 0.5 at 0."""
    return 1.0 / (1.0 + exp(-x))


@rule
def logistic_each(numbers: Shares, n: int) -> None:
    """Put its share in the place of each of the first n leads: as one by one, but several at once."""
    for at in range(n):
        numbers[at] = logistic(numbers[at])


@rule
def tanh(x: float) -> float:
    """Give the hyperbolic tangent, from -1 to 1; meant for tables, where a few units in the last place are nothing."""
    return 2.0 * logistic(2.0 * x) - 1.0
