import json

import pytest

METRIC = """
    import torch
    from metricore import Metric, state


    class Mean(Metric):
        total: torch.Tensor = state(0.0)
        count: torch.Tensor = state(0)

        def update(self, value):
            self.total += value.double().sum()
            self.count += value.numel()

        def compute(self):
            return (self.total / self.count).float()


    class Forgetful(Mean):
        def update(self, value):
            self.total += value.double().mean()
            self.count += 1
"""

PLUGIN = """
    from metricore import MetricSpec, hookimpl


    @hookimpl
    def metricore_metrics():
        names = {"average": "Mean", "forgetful": "Forgetful", "bare": "Mean", "wrong": "Mean"}
        return [MetricSpec(name=name, target=f"mean_metric:{target}") for name, target in names.items()]


    @hookimpl
    def metricore_conformance():
        import torch
        from metricore.testing import Case

        batches = [(torch.tensor([1.0, 2.0, 6.0]),), (torch.tensor([5.0]),)]
        off = {"value": "off by a half"}
        return {
            "average": [Case({}, batches, 3.5), Case({}, batches, 4.0, name="off", expected_failures=off)],
            "forgetful": [Case({}, batches, 3.5)],
            "wrong": [Case({}, batches, 3.5, expected_failures={"no_law": "a slip"})],
        }
"""


@pytest.fixture
def check(site, metricore):
    site.module("mean_metric", METRIC)
    site.add("means", {"means": PLUGIN})
    # Without a toolkit of CUDA, since PyTorch warns of one on a machine that has no device for it.
    surroundings = {"METRICORE_PLUGINS": "means", "CUDA_HOME": "", "CUDA_PATH": ""}
    return lambda *arguments: metricore("check", *arguments, **surroundings)


def test_a_right_metric_passes_every_law(check):
    done = check("average")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert lines[0] == "expected: Mean-off-value: off by a half"
    assert [line.split(maxsplit=1)[1] for line in lines[1:]] == ["passed", "expected failure"]


def test_a_broken_metric_fails_with_the_law_and_the_values(check):
    done = check("forgetful", "--law", "value", "--law", "batch_split", "--law", "reset")
    assert done.returncode == 1
    first, second, *counts = done.stdout.splitlines()
    assert first.startswith("FAILED: Forgetful-value: The value is that of the reference -- but not for Forgetful()")
    assert second.startswith("FAILED: Forgetful-batch_split: ")
    assert counts == ["1 passed", "2 failed"]


def test_json_has_every_outcome(check):
    done = check("average", "--law", "reset", "--law", "value", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)[0] == {"id": "Mean-value", "state": "passed", "detail": ""}
    assert json.loads(done.stdout)[-1] == {"id": "Mean-off-reset", "state": "passed", "detail": ""}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bare"], "metricore: plugin means:means has no cases to check 'bare' with; it gives them by the hook"),
        (["average", "--law", "rest"], "metricore: there is no law 'rest'; the laws are value, "),
        (["wrong"], "metricore: the cases that plugin means:means has for 'wrong' are wrong: expected_failures of"),
        (["no_such_metric"], "metricore: "),
    ],
)
def test_what_cannot_be_checked_is_one_line(check, arguments, message):
    done = check(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
