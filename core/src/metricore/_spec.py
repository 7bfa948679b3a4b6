"""What a plugin says about a metric before anything of it is imported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Literal, get_args

__all__ = ["MetricInfo", "MetricSpec", "Output", "name_key"]

Output = Literal["scalar", "vector", "dict", "curve"]

_OUTPUTS: tuple[str, ...] = get_args(Output)
_NAME = re.compile(r"[a-z0-9][a-z0-9_.]*(:\S+)?")
_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def name_key(name: str) -> str:
    """Return what is compared when names are: ``"f1_score"``, ``"F1-Score"`` and ``"F1Score"`` are one name."""
    return name.lower().replace("-", "").replace("_", "")


@dataclass(frozen=True)
class MetricSpec:
    """A metric's name, where its class is, and what is known of its values.

    Args:
        name: Name the metric is asked for by; lower case with underscores.
        target: The class as ``"package.module:Class"``. It is imported when the metric is first used. The name of the
            class is always an alias.
        aliases: Further names.
        summary: One line for listings.
        domain: Field the metric belongs to, such as ``"classification"`` or ``"image"``.
        output: What ``compute`` returns: ``"scalar"``, ``"vector"`` (any tensor of several values), ``"dict"`` or
            ``"curve"`` (a tuple of tensors).
        higher_is_better: ``None`` where neither direction is better.
        lower_bound: Smallest possible value, or ``None``.
        upper_bound: Largest possible value, or ``None``.
        requires: What to install for this metric beyond its plugin, as pip takes it: ``("pesq>=0.0.4",)``.
        downloads_weights: Whether the metric fetches pretrained weights on its first use.
        functional: The functional form as ``"package.module:function"``, or ``None``.

    Raises:
        TypeError: A field has the wrong type.
        ValueError: A field has a value that no metric can have.

    >>> MetricSpec(name="zed_score", target="zed.metrics:ZedScore").output
    'scalar'
    """

    name: str
    target: str
    _: KW_ONLY
    aliases: tuple[str, ...] = ()
    summary: str = ""
    domain: str = ""
    output: Output = "scalar"
    higher_is_better: bool | None = None
    lower_bound: float | None = None
    upper_bound: float | None = None
    requires: tuple[str, ...] = ()
    downloads_weights: bool = False
    functional: str | None = None

    def __post_init__(self) -> None:
        """Bring names and lists to one form, and refuse what cannot be meant."""
        set_field = object.__setattr__
        set_field(self, "name", self._canonical("name", self.name))
        set_field(self, "aliases", tuple(self._canonical("alias", alias) for alias in self._texts("aliases")))
        set_field(self, "requires", self._texts("requires"))
        self._check_path("target", self.target)
        if self.functional is not None:
            self._check_path("functional", self.functional)
        self._check_values()

    @property
    def class_name(self) -> str:
        """Name of the class that ``target`` points to."""
        return self.target.rpartition(":")[2].rpartition(".")[2]

    def _canonical(self, field: str, name: object) -> str:
        if not isinstance(name, str):
            raise TypeError(f"{field} of a metric must be a string, got {name!r}")
        canonical = name.lower().replace("-", "_") if ":" not in name else name
        if not _NAME.fullmatch(canonical):
            raise ValueError(f"{field} of a metric must be letters, digits and underscores, got {name!r}")
        return canonical

    def _texts(self, field: str) -> tuple[str, ...]:
        values: object = getattr(self, field)
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise TypeError(f"{field} of metric {self.name!r} must be a tuple of strings, got {values!r}")
        texts = tuple(values)
        if not all(isinstance(text, str) and text.strip() for text in texts):
            raise TypeError(f"{field} of metric {self.name!r} must hold non-empty strings, got {values!r}")
        return texts

    def _check_path(self, field: str, path: object) -> None:
        if not isinstance(path, str) or not _PATH.fullmatch(path):
            raise ValueError(f"{field} of metric {self.name!r} must look like 'package.module:Name', got {path!r}")

    def _check_values(self) -> None:
        if self.output not in _OUTPUTS:
            raise ValueError(
                f"output of metric {self.name!r} must be one of {', '.join(_OUTPUTS)}, got {self.output!r}"
            )
        if self.higher_is_better not in (True, False, None):
            raise ValueError(
                f"higher_is_better of metric {self.name!r} must be True, False or None, got {self.higher_is_better!r}"
            )
        low, high = self.lower_bound, self.upper_bound
        if low is not None and high is not None and not low < high:
            raise ValueError(f"bounds of metric {self.name!r} must rise, got {low!r} and {high!r}")
        if "\n" in self.summary:
            raise ValueError(f"summary of metric {self.name!r} must be one line, got {self.summary!r}")


@dataclass(frozen=True)
class MetricInfo(MetricSpec):
    """A spec in the registry: the plugin's words, and where they come from.

    Args:
        namespace: Namespace of the plugin; ``"metricore"`` for built-in metrics, ``"local"`` for those registered
            at run time.
        plugin: The plugin as ``distribution:entry-point``.
    """

    namespace: str = ""
    plugin: str = ""

    def __post_init__(self) -> None:
        """Nothing is left to check: the spec was when it was made."""

    @property
    def id(self) -> str:
        """The name that is never ambiguous, ``namespace/name``."""
        return f"{self.namespace}/{self.name}"
