"""One run of the network for several metrics."""

import copy
import pickle

import pytest
import torch

from metricore import Metric, state
from metricore.wrappers import FeatureShare


class Counting(torch.nn.Module):
    """A network that knows how often it ran."""

    def __init__(self, scale=2.0):
        super().__init__()
        self.runs = 0
        self.weight = torch.nn.Parameter(torch.tensor([scale]))

    def forward(self, x):
        self.runs += 1
        return x * self.weight


class Feature(Metric):
    feature_network = "net"
    total: torch.Tensor = state(0.0)

    def __init__(self, net, power=1, **kwargs):
        super().__init__(**kwargs)
        self.net = net
        self.power = power

    def update(self, images, twice=False):
        if images.isnan().any():
            raise ValueError("no image")
        self.total += (self.net(images) ** self.power).sum()
        if twice:
            self.total += self.net(images).sum()

    def compute(self):
        return self.total


IMAGES = torch.tensor([1.0, 2.0, 3.0])


def make(net=None, **kwargs):
    net = net or Counting()
    return net, FeatureShare({"a": Feature(net), "b": Feature(net, 2), "c": Feature(net, 3)}, **kwargs)


@pytest.mark.parametrize("call", [lambda m: m.update(IMAGES), lambda m: m(IMAGES)])
def test_runs_once_for_each_input_and_values_are_the_same(call):
    net, metrics = make()
    call(metrics)
    assert net.runs == 1
    for power, name in ((1, "a"), (2, "b"), (3, "c")):
        alone = Feature(Counting(), power)
        alone.update(IMAGES)
        assert metrics.compute()[name] == alone.compute()


def test_an_input_changed_in_place_is_seen_anew():
    net, metrics = make()
    images = IMAGES.clone()
    metrics.update(images)
    images.mul_(2)
    metrics.update(images)
    assert net.runs == 2
    assert metrics.compute()["a"] == 2 * (6 + 12)


def test_nothing_is_kept_after_an_update_or_a_failure():
    net, metrics = make()
    metrics.update(IMAGES)
    with pytest.raises(ValueError, match="no image"):
        metrics.update(torch.tensor([torch.nan]))
    metrics["a"].update(IMAGES)
    metrics["a"].update(IMAGES)
    assert net.runs == 3
    assert metrics.compute() == {"a": 36.0, "b": 56.0, "c": 288.0}


def test_size_of_the_cache_does_not_change_values():
    for size in (1, 2, None):
        net, metrics = make(max_cache_size=size)
        metrics.update(IMAGES, twice=True)
        assert net.runs == 1
        assert metrics.compute()["a"] == 24.0


def test_equal_networks_may_be_shared_and_others_not():
    metrics = FeatureShare({"a": Feature(Counting()), "b": Feature(Counting())})
    assert metrics(IMAGES) == {"a": 12.0, "b": 12.0}
    with pytest.raises(ValueError, match="that of 'b' differs"):
        FeatureShare({"a": Feature(Counting()), "b": Feature(Counting(3.0))})
    with pytest.raises(ValueError, match="that of 'b' differs"):
        FeatureShare({"a": Feature(Counting()), "b": Feature(torch.nn.Flatten())})


def test_added_metrics_share_too():
    net, metrics = make()
    metrics.add_metrics({"d": Feature(Counting(), 4)})
    metrics.update(IMAGES)
    assert net.runs == 1
    assert metrics.compute()["d"] == 16 * (1 + 16 + 81)


def test_copies_share_among_themselves():
    net, metrics = make()
    for twin in (metrics.clone(), copy.deepcopy(metrics), pickle.loads(pickle.dumps(metrics))):
        twin.update(IMAGES)
        assert (twin["a"].net.runs, net.runs) == (1, 0)
        assert twin["a"].net is twin["c"].net


def test_states_are_saved(tmp_path):
    _, metrics = make()
    metrics.update(IMAGES)
    metrics.save_state(tmp_path / "s.safetensors")
    _, twin = make()
    twin.load_state(tmp_path / "s.safetensors")
    twin.merge_state(metrics)
    assert twin.compute()["a"] == 24.0


def test_metrics_without_a_network_are_refused():
    class Other(Metric):
        def update(self): ...
        def compute(self): ...

    for metric in (Other(), type("Wrong", (Other,), {"feature_network": "net"})()):
        with pytest.raises(AttributeError, match="feature_network"):
            FeatureShare({"a": metric})
    with pytest.raises(ValueError, match="max_cache_size"):
        make(max_cache_size=0)
