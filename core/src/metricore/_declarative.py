"""Classes written as settings and states: their constructors, and what is done around `update` and `compute`."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

from typing_extensions import dataclass_transform

from metricore._arguments import check_flag
from metricore._guards import finished_compute, guarded_update
from metricore._merging import Merging
from metricore._operators import Operators
from metricore._settings import Keyword, bind, declared, keyword, signature_of
from metricore._state import Declaration, cat_state, state
from metricore._syncing import Synchronised

_FLAGS = ("compute_on_cpu", "dist_sync_on_step", "sync_on_compute", "compute_with_cache")
_FUNCTIONS = ("dist_sync_fn", "distributed_available_fn")


@dataclass_transform(kw_only_default=False, field_specifiers=(state, cat_state, keyword))
class Declarative(Operators, Synchronised, Merging):
    """Makes the constructor of each subclass from its annotated attributes, and its states when it is called."""

    updates_in_place: ClassVar[bool] = True  # False promises that `update` rebinds states and changes no tensor
    computes_anew: ClassVar[bool] = False  # True promises that `compute` returns a tensor that nobody else holds

    _last: ClassVar[tuple[str, ...]] = ()  # settings that come after all others, whichever class declares them
    _fixed: ClassVar[dict[str, Any]] = {}  # settings of the bases that this class has no choice of, and their values
    _settings: ClassVar[dict[str, Any]] = {}
    _declared: ClassVar[dict[str, Declaration]] = {}
    _own_settings: ClassVar[dict[str, Any]] = {}
    _own_states: ClassVar[dict[str, Declaration]] = {}
    __signature__: ClassVar[inspect.Signature]
    _signature: ClassVar[inspect.Signature] = inspect.Signature()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        namespace = vars(cls)
        cls._own_settings, cls._own_states = declared(dict(namespace))
        for name, value in cls._own_settings.items():
            if isinstance(value, Keyword):
                setattr(cls, name, value.default)
        settings: dict[str, Any] = {}
        states: dict[str, Declaration] = {}
        for base in reversed(cls.__mro__):
            settings |= vars(base).get("_own_settings", {})
            settings = {name: value for name, value in settings.items() if name not in vars(base).get("_fixed", {})}
            states |= vars(base).get("_own_states", {})
        for name, value in namespace.get("_fixed", {}).items():
            setattr(cls, name, value)
        ordered = sorted(settings, key=lambda name: cls._last.index(name) if name in cls._last else -1)
        keywords = {name: value.default for name, value in settings.items() if isinstance(value, Keyword)}
        cls._settings = {name: namespace.get(name, settings[name]) for name in ordered if name not in keywords}
        cls._declared = states
        cls._signature = signature_of(cls._settings, keywords)
        if cls.__init__ is Declarative.__init__:
            cls.__signature__ = cls._signature
        elif "__init__" in namespace:
            own = inspect.signature(cls.__init__)
            cls.__signature__ = own.replace(parameters=list(own.parameters.values())[1:])
        for name in cls._own_states:
            delattr(cls, name)
        if "update" in namespace:
            cls.update = guarded_update(namespace["update"])  # type: ignore[method-assign]
            cls.updates_in_place = namespace.get("updates_in_place", True)
        if "compute" in namespace:
            cls.compute = finished_compute(namespace["compute"])  # type: ignore[assignment, method-assign]
            cls.computes_anew = namespace.get("computes_anew", False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        cls = type(self)
        for name in ("update", "compute"):
            if getattr(cls, name) is getattr(Declarative, name):
                raise TypeError(f"{cls.__name__} cannot be made: it defines no `{name}`.")
        for name, value in bind(cls.__name__, cls._signature, args, kwargs).items():
            if name in _FLAGS:
                check_flag(name, value)
            if name in _FUNCTIONS and not (value is None or callable(value)):
                raise ValueError(f"Expected {name} to be a function or None, got {value!r}.")
            setattr(self, name, value)
        self.check()
        for name, its in cls._declared.items():
            if its.when is not None and not its.when(self):
                continue
            default = its.default(self) if callable(its.default) else its.default
            self.add_state(name, default, its.reduction, its.persistent)

    def check(self) -> None:
        """Refuse senseless settings with a ValueError; called when the metric is made, before its states are."""

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Add a batch to the states."""
        raise NotImplementedError

    def compute(self) -> Any:
        """The value over all batches, and over all ranks when a process group is initialised."""
        raise NotImplementedError
