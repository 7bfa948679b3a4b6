"""Values of pairs of rows, against scikit-learn and scipy."""

import inspect
import math

import numpy as np
import pytest
import scipy.spatial.distance
import sklearn.metrics.pairwise
import torch

from metricore import functional
from metricore.functional import pairwise

ORACLES = {
    "cosine_similarity": sklearn.metrics.pairwise.cosine_similarity,
    "euclidean_distance": lambda x, y: scipy.spatial.distance.cdist(x, y),
    "linear_similarity": sklearn.metrics.pairwise.linear_kernel,
    "manhattan_distance": lambda x, y: scipy.spatial.distance.cdist(x, y, "cityblock"),
    "minkowski_distance": lambda x, y: scipy.spatial.distance.cdist(x, y, "minkowski", p=2),
}
DISTANCES = [name for name in ORACLES if name.endswith("distance")]
GENERATOR = torch.Generator().manual_seed(0)
X, Y = torch.randn(7, 5, generator=GENERATOR), torch.randn(9, 5, generator=GENERATOR)


def function(name):
    return getattr(pairwise, f"pairwise_{name}")


def oracle(name, x, y):
    return torch.from_numpy(np.asarray(ORACLES[name](x.double().numpy(), y.double().numpy())))


@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.uint8]
)
def test_against_others(name, dtype):
    x, y = ((10 * part).abs().to(dtype) if dtype == torch.uint8 else (10 * part).to(dtype) for part in (X, Y))
    got = function(name)(x, y)
    assert got.dtype == (torch.float64 if dtype == torch.float64 else torch.float32)
    torch.testing.assert_close(got, oracle(name, x, y).to(got.dtype), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ORACLES)
def test_rows_of_one_matrix(name):
    expected = oracle(name, X, X).float()
    torch.testing.assert_close(function(name)(X, zero_diagonal=False), expected, rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(function(name)(X, X), expected, rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(function(name)(X), expected.fill_diagonal_(0), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize("zero", [None, True, False])
def test_reductions(name, zero):
    whole = function(name)(X, Y, zero_diagonal=zero)
    if zero:
        assert whole.diagonal().tolist() == [0.0] * 7
    torch.testing.assert_close(function(name)(X, Y, reduction="sum", zero_diagonal=zero), whole.sum(1))
    torch.testing.assert_close(function(name)(X, Y, reduction="mean", zero_diagonal=zero), whole.mean(1))
    assert torch.equal(function(name)(X, Y, reduction="none", zero_diagonal=zero), whole)


@pytest.mark.parametrize("name", DISTANCES)
@pytest.mark.parametrize("offset", [1e4, 1e8])
def test_far_from_zero(name, offset):
    x, y = X.double() + offset, Y.double() + offset
    got = function(name)(x, y)
    torch.testing.assert_close(got, oracle(name, x, y), rtol=1e-12, atol=1e-12)
    same = function(name)(x, zero_diagonal=False)
    assert same.diagonal().tolist() == [0.0] * 7
    single = function(name)(x.float(), zero_diagonal=False)
    torch.testing.assert_close(single, oracle(name, x.float(), x.float()).float())
    whole = torch.tensor([[10**8], [10**8 + 1]])
    assert function(name)(whole).tolist() == [[0.0, 1.0], [1.0, 0.0]]


@pytest.mark.parametrize("exponent", [1, 1.5, 3, 7.0, math.inf])
def test_exponents(exponent):
    kind = {"metric": "chebyshev"} if exponent == math.inf else {"metric": "minkowski", "p": exponent}
    expected = scipy.spatial.distance.cdist(X.double().numpy(), Y.double().numpy(), **kind)
    torch.testing.assert_close(
        pairwise.pairwise_minkowski_distance(X.double(), Y.double(), exponent), torch.tensor(expected)
    )
    mean = pairwise.pairwise_minkowski_distance(X.double(), Y.double(), exponent, "mean")
    torch.testing.assert_close(mean, torch.tensor(expected).mean(1))


def test_powers_that_overflow_or_vanish():
    x = torch.tensor([[1e30, 2e30], [1e-30, 0.0]], dtype=torch.float64)
    got = pairwise.pairwise_minkowski_distance(x, torch.zeros(1, 2), exponent=20)
    torch.testing.assert_close(got[:, 0], torch.tensor([2e30 * (1 + 0.5**20) ** (1 / 20), 1e-30], dtype=torch.float64))
    assert pairwise.pairwise_minkowski_distance(torch.tensor([[math.inf, 0.0]]), X[:1, :2], 3).item() == math.inf
    assert pairwise.pairwise_minkowski_distance(torch.tensor([[math.nan, 0.0]]), X[:1, :2], 3).isnan().all()


@pytest.mark.parametrize("scale", [1e-30, 1.0, 1e30])
def test_cosine_of_any_length_and_of_zeros(scale):
    x = torch.tensor([[3 * scale, 4 * scale], [0.0, 0.0]])
    got = pairwise.pairwise_cosine_similarity(x, torch.tensor([[scale, 0.0], [0.0, 0.0]]))
    torch.testing.assert_close(got, torch.tensor([[0.6, 0.0], [0.0, 0.0]]))


@pytest.mark.parametrize("name", [*ORACLES, "minkowski_distance of 3"])
def test_gradients(name):
    compare = (lambda x, y: pairwise.pairwise_minkowski_distance(x, y, 3)) if name.endswith("3") else function(name)
    x, y = X.double().requires_grad_(), Y.double().requires_grad_()
    assert torch.autograd.gradcheck(compare, (x, y))
    x = torch.tensor([[1.0, 2.0], [1.0, 2.0], [0.0, 0.0]], requires_grad=True)  # equal rows, and one of zeros
    compare(x, None).sum().backward()
    assert x.grad.isfinite().all()


@pytest.mark.parametrize("name", ORACLES)
def test_in_pieces(name, monkeypatch):
    from metricore.functional import _pairs

    whole = function(name)(X, Y, reduction="mean", zero_diagonal=True)
    x = X.clone().requires_grad_()
    function(name)(x, Y, reduction="mean", zero_diagonal=True).sum().backward()
    monkeypatch.setitem(_pairs._AT_ONCE, "cpu", 20)
    torch.testing.assert_close(function(name)(X, Y, reduction="mean", zero_diagonal=True), whole)
    again = X.clone().requires_grad_()
    function(name)(again, Y, reduction="mean", zero_diagonal=True).sum().backward()
    torch.testing.assert_close(again.grad, x.grad)


@pytest.mark.parametrize("name", ORACLES)
def test_no_rows(name):
    assert function(name)(X[:0], Y).shape == (0, 9)
    assert function(name)(X, Y[:0]).shape == (7, 0)
    assert function(name)(X[:0], Y, reduction="sum").shape == (0,)
    assert function(name)(X, Y[:0], reduction="sum").tolist() == [0.0] * 7
    assert function(name)(X, Y[:0], reduction="mean").isnan().all()


@pytest.mark.parametrize("name", ORACLES)
def test_compiles_in_one_graph(name):
    compiled = torch.compile(function(name), fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(X, Y, reduction="mean"), function(name)(X, Y, reduction="mean"))


@pytest.mark.parametrize("name", ORACLES)
def test_names_and_order_of_arguments(name):
    expected = ["x", "y", *(["exponent"] if "minkowski" in name else []), "reduction", "zero_diagonal"]
    assert list(inspect.signature(function(name)).parameters) == expected
    assert getattr(functional, f"pairwise_{name}") is function(name)


@pytest.mark.parametrize("name", ORACLES)
def test_bad_input(name):
    with pytest.raises(ValueError, match=r"x of shape \(N, d\) with at least one column, got \(5,\)"):
        function(name)(X[0])
    with pytest.raises(ValueError, match=r"equally many columns, got \(7, 5\) and \(9, 4\)"):
        function(name)(X, Y[:, 1:])
    with pytest.raises(ValueError, match=r"reduction to be one of .*, got 'average'"):
        function(name)(X, Y, reduction="average")
    with pytest.raises(ValueError, match="zero_diagonal to be True, False or None, got 1"):
        function(name)(X, Y, zero_diagonal=1)
    with pytest.raises(ValueError, match="y to hold real numbers"):
        function(name)(X, Y.to(torch.complex64))
    with pytest.raises(TypeError, match="y to be a tensor, got list"):
        function(name)(X, Y.tolist())


@pytest.mark.parametrize("exponent", [0.5, 0, -1, True, "2", math.nan])
def test_bad_exponent(exponent):
    with pytest.raises(ValueError, match="exponent to be a number of at least 1, got"):
        pairwise.pairwise_minkowski_distance(X, Y, exponent)
