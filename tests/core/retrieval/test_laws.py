"""The laws of the testing kit for every metric of retrieval."""

from metricore import registry
from metricore.retrieval import RetrievalAUROC, RetrievalMAP, RetrievalPrecision
from metricore.testing import Case, parametrize_with_checks
from metricore.testing._retrieval_cases import CASES
from tests.core.retrieval.data import rankings

PREDS, TARGET, INDEXES = rankings(4, 30)
HALVES = [(PREDS[:17], TARGET[:17], INDEXES[:17]), (PREDS[17:], TARGET[17:], INDEXES[17:])]
ROWS = [(PREDS.view(6, 5), TARGET.view(6, 5))]


def of_several(cls, several=(1, 10, 3), **settings):
    """What the metric gives for one number of documents after the other."""
    return lambda preds, target, indexes=None: [
        cls(top_k=k, **settings)(preds, target, indexes).item() for k in several
    ]


SEVERAL = [
    (RetrievalMAP, [Case({"top_k": [1, 10, 3]}, HALVES, of_several(RetrievalMAP))]),
    (RetrievalAUROC, [Case({"top_k": (1, 10, 3)}, ROWS, of_several(RetrievalAUROC))]),
    (
        RetrievalPrecision,
        [
            Case(
                {"top_k": (1, 10, 3), "adaptive_k": True, "aggregation": "median"},
                HALVES,
                of_several(RetrievalPrecision, adaptive_k=True, aggregation="median"),
            )
        ],
    ),
]


def test_all_are_checked():
    assert set(registry.list("metricore/*", domain="retrieval")) == set(CASES)


@parametrize_with_checks(CASES.items())
def test_law(check):
    check()


@parametrize_with_checks(SEVERAL)
def test_law_with_several_cutoffs(check):
    check()
