"""States in files: safetensors with a header that says whose states they are.

The header holds, as JSON under the key `metricore`: the version of the format; for each metric its class and, for it
and each metric inside it, the number of updates, where each state is and of which kind, what the metric accumulates,
and the elements that were reported but not raised yet. States that several metrics share are in the file once and are
shared again after reading.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from metricore._errors import MissingDependencyError, StateFileError
from metricore._identity import accumulated_by
from metricore._official import install_command
from metricore._state import CatState, duplicate
from metricore._writing import whole_file

if TYPE_CHECKING:
    from metricore._metric import Metric

__all__ = ["read_header", "read_states", "write_states"]

FORMAT = 1
_KEY = "metricore"

Path = str | os.PathLike[str]


def write_states(path: Path, metrics: Mapping[str, Metric], metadata: Mapping[str, Any] | None = None) -> None:
    """Write the states of metrics to one file, as a whole or not at all.

    Args:
        path: the file.
        metrics: the metrics by name.
        metadata: what else to remember, as JSON.

    Raises:
        MissingDependencyError: if safetensors is not installed.
        OSError: if the file cannot be written.
    """
    library = _safetensors()
    tensors: dict[str, Tensor] = {}
    places: dict[Any, str] = {}
    described = {name: _describe(name, metric, tensors, places) for name, metric in metrics.items()}
    header = json.dumps({**(metadata or {}), "format": FORMAT, "metrics": described})
    with whole_file(path) as draft:
        if draft.exists():  # a pipe or a device, which `save_file` would replace
            draft.write_bytes(library.torch.save(tensors, metadata={_KEY: header}))
            return
        try:
            library.torch.save_file(tensors, draft, metadata={_KEY: header})
        except library.SafetensorError as error:
            raise OSError(f"{path}: the states cannot be written ({error})") from error


def read_header(path: Path) -> dict[str, Any]:
    """What the header of a file says.

    Raises:
        StateFileError: if the file is not one of saved states.
    """
    with _opened(path) as file:
        return _header(path, file)


def read_states(path: Path, metrics: Mapping[str, Metric]) -> None:
    """Replace the states of metrics by those of a file; all of them or, on an error, none.

    Args:
        path: the file.
        metrics: the metrics by name, as they were when the file was written.

    Raises:
        StateFileError: if the file is not one of saved states, or is of other metrics.
    """
    for metric in metrics.values():
        metric._refuse_when_synced()
    with _opened(path) as file:
        described = _header(path, file)["metrics"]
        if list(described) != list(metrics):
            raise StateFileError(f"{path}: expected states of {_listed(metrics)}, the file has {_listed(described)}.")
        shared: dict[str, Any] = {}
        read = [(metric, _read(path, file, metric, described[name], shared)) for name, metric in metrics.items()]
    for metric, leaves in read:
        for (_, leaf), held in zip(metric._leaves(), leaves, strict=True):
            leaf.__dict__.update(held, _compiled_updates=None, _computed=None, _forward_cache=None)


def _safetensors() -> Any:
    try:
        import safetensors.torch
    except ModuleNotFoundError as error:
        needed = f"Saving and loading states needs safetensors: {install_command('metricore[cli]')}"
        raise MissingDependencyError(needed, name=error.name) from error
    return safetensors


def _listed(names: Mapping[str, Any]) -> str:
    return "one metric" if list(names) == [""] else f"the metrics {', '.join(names) or '(none)'}"


# -- writing ---------------------------------------------------------------------------------------------------------


def _describe(name: str, metric: Metric, tensors: dict[str, Tensor], places: dict[Any, str]) -> dict[str, Any]:
    """What the header says of a metric; its states are put into `tensors`."""
    leaves = {}
    for prefix, leaf in metric._leaves():
        states = {}
        for state in leaf._specs:
            value = leaf.__dict__[state]
            place = places.setdefault(_identity(value), f"{name}/{prefix}{state}".lstrip("/"))
            states[state] = {"at": place, **_put(place, value, tensors)}
        leaves[prefix] = {
            "class": type(leaf).__name__,
            "accumulates": accumulated_by(leaf),
            "updates": leaf.update_count,
            "states": states,
            "flags": [[message, warn, seen.tolist()] for (message, warn), seen in leaf._flags.items()],
        }
    return {"metric": _shown(metric), "leaves": leaves}


def _put(place: str, value: Any, tensors: dict[str, Tensor]) -> dict[str, Any]:
    if isinstance(value, list):
        for i, item in enumerate(value):
            tensors.setdefault(f"{place}/{i}", _plain(item))
        return {"kind": "list", "length": len(value)}
    tensors.setdefault(place, _plain(value.values if isinstance(value, CatState) else value))
    return {"kind": "cat" if isinstance(value, CatState) else "tensor"}


def _plain(value: Tensor) -> Tensor:
    return value.detach().cpu().clone(memory_format=torch.contiguous_format)


def _identity(value: Any) -> Any:
    """Equal for states that are the very same; empty ones are their own."""
    if isinstance(value, CatState):
        return ("cat", id(value._chain)) if value._chain is not None else object()
    if isinstance(value, list):
        return tuple(map(id, value)) or object()
    return id(value)


def _shown(metric: Metric) -> str:
    return f"{type(metric).__name__}({metric.extra_repr()})"


# -- reading ---------------------------------------------------------------------------------------------------------


def _opened(path: Path) -> Any:
    library = _safetensors()
    try:
        return library.safe_open(path, framework="pt")
    except FileNotFoundError:
        raise StateFileError(f"{path}: expected a file of saved states, there is no such file.") from None
    except (OSError, library.SafetensorError) as error:
        raise StateFileError(f"{path}: expected a file of saved states, it cannot be read as one ({error}).") from None


def _header(path: Path, file: Any) -> dict[str, Any]:
    try:
        header = json.loads((file.metadata() or {})[_KEY])
        version, _ = header["format"], header["metrics"].items()
    except (KeyError, TypeError, ValueError, AttributeError):
        raise StateFileError(f"{path}: expected states saved by metricore, the file says nothing of them.") from None
    if version != FORMAT:
        raise StateFileError(f"{path}: expected states in format {FORMAT}, the file is in format {version!r}.")
    return header  # type: ignore[no-any-return]


def _read(path: Path, file: Any, metric: Metric, described: Any, shared: dict[str, Any]) -> list[dict[str, Any]]:
    """What each leaf of a metric is to hold."""
    leaves = metric._leaves()
    try:
        given = described["leaves"]
        same = described["metric"].partition("(")[0] == type(metric).__name__
        if not same or list(given) != [prefix for prefix, _ in leaves]:
            raise _other(path, metric, described)
        held = []
        for prefix, leaf in leaves:
            about = given[prefix]
            if about["class"] != type(leaf).__name__ or about["accumulates"] != accumulated_by(leaf):
                raise _other(path, metric, described)
            if set(about["states"]) != set(leaf._specs):
                raise _other(path, metric, described)
            states = {name: _value(file, leaf, name, its, shared) for name, its in about["states"].items()}
            flags = {(text, warn): torch.tensor(seen, device=leaf.device) for text, warn, seen in about["flags"]}
            held.append({**states, "_update_count": int(about["updates"]), "_flags": flags, "_residues": {}})
        return held
    except StateFileError:
        raise
    except Exception as error:  # a header that is not as `_describe` makes it, or tensors that do not fit
        raise StateFileError(f"{path}: expected states of {_shown(metric)}, they do not fit: {error}") from error


def _value(file: Any, leaf: Any, name: str, about: dict[str, Any], shared: dict[str, Any]) -> Any:
    place = about["at"]
    if about["kind"] == "list":
        raw: Any = [file.get_tensor(f"{place}/{i}") for i in range(about["length"])]
    else:
        raw = file.get_tensor(place)
    value = shared.setdefault(place, leaf._fitting(name, raw))
    return value if isinstance(value, Tensor) else duplicate(value)


def _other(path: Path, metric: Metric, described: Any) -> StateFileError:
    return StateFileError(f"{path}: expected states of {_shown(metric)}, the file has those of {described['metric']}.")
