"""Exponential and logarithm of our own: right to one unit in the last place, and the same compiled and not."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from ochaya.core.curves import exp, log, logistic, power, tanh
from ochaya.core.jit import is_compiled


def units(found: float, right: float) -> float:
    return abs(found - right) / math.ulp(right)


def test_exponential_is_right_wherever_ordinary_numbers_are() -> None:
    draw = random.Random(1)
    places = [draw.uniform(-708, 709.7) for _ in range(20_000)] + [draw.uniform(-1, 1) for _ in range(20_000)]
    assert max(units(exp(x), math.exp(x)) for x in places) <= 1
    assert [exp(0.0), exp(-1e9), exp(1e9)] == [1.0, 0.0, math.inf]
    assert math.isnan(exp(math.nan))


def test_logarithm_is_right_for_all_sizes() -> None:
    draw = random.Random(2)
    places = [10 ** draw.uniform(-320, 308) for _ in range(20_000)] + [draw.uniform(0.5, 2) for _ in range(20_000)]
    assert max(units(log(x), math.log(x)) for x in places) <= 1
    assert [log(1.0), log(0.0), log(math.inf)] == [0.0, -math.inf, math.inf]
    assert math.isnan(log(-1.0))
    assert math.isnan(log(math.nan))


def test_powers_shares_and_leanings() -> None:
    draw = random.Random(3)
    for _ in range(2_000):
        x, p = draw.uniform(0, 1e6), draw.uniform(0, 2)
        assert power(x, p) == pytest.approx(x**p, rel=1e-13)
        assert power(x, 0.5) == math.sqrt(x)
        lean = draw.uniform(-20, 20)
        assert logistic(lean) == pytest.approx(1 / (1 + math.exp(-lean)), rel=1e-14)
        assert tanh(lean) == pytest.approx(math.tanh(lean), abs=1e-15)
    assert power(0.0, 0.7) == 0.0


@pytest.mark.skipif(not is_compiled(), reason="compares compiled code with the plain one")
def test_compiled_and_plain_agree_to_the_bit() -> None:
    draw = random.Random(4)
    plain_exp: Any = exp
    plain_log: Any = log
    for _ in range(5_000):
        x = draw.uniform(-700, 700)
        assert exp(x) == plain_exp.py_func(x)
        assert log(abs(x)) == plain_log.py_func(abs(x))
