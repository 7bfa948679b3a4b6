"""A family of metrics over tasks: `Precision(task="binary")` makes a `BinaryPrecision`."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar

from torch import Tensor

from metricore._metric import Metric
from metricore._settings import REQUIRED, bind

if TYPE_CHECKING:
    FamilyMeta = type
else:

    class FamilyMeta(type):
        """Lets a family make its members."""

        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            """Make a metric; a family makes the one of the task that is asked for."""
            return cls.for_task(*args, **kwargs) if "tasks" in vars(cls) else super().__call__(*args, **kwargs)


TASK_SETTINGS: dict[str, Any] = {
    "threshold": 0.5, "num_classes": None, "num_labels": None, "average": "micro", "multidim_average": "global",
    "top_k": 1, "ignore_index": None, "validate_args": True,
}  # fmt: skip


class TaskFamily(Metric, metaclass=FamilyMeta):
    """Base of the task forms.

    A family is declared with the settings that its members take together, a member with its task::

        class Precision(Ratio, family={**TASK_SETTINGS, "zero_division": 0.0}): ...
        class BinaryPrecision(BinaryCounts, Precision, task="binary"): ...
    """

    if TYPE_CHECKING:
        tasks: ClassVar[dict[str, type[Metric]]]

    def __init_subclass__(cls, task: str | None = None, family: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if family is not None:
            cls.tasks = {}
            cls._settings = {"task": REQUIRED, **family}
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            parameters = [inspect.Parameter(name, kind, default=value) for name, value in cls._settings.items()]
            cls._signature = cls.__signature__ = inspect.Signature(parameters)
        if task is not None:
            cls.tasks[task] = cls

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Add a batch."""
        raise NotImplementedError

    def compute(self) -> Any:
        """The value over all batches."""
        raise NotImplementedError

    @classmethod
    def for_task(cls, *args: Any, **kwargs: Any) -> Metric:
        """Make the family's metric of a task.

        Args:
            args: task and settings, in the order of the signature.
            kwargs: the same by name, and the arguments that every metric takes.
        """
        common = {name: value for name, value in kwargs.items() if name not in cls._settings}
        given = bind(cls.__name__, cls._signature, args, {n: v for n, v in kwargs.items() if n not in common})
        task = given.pop("task")
        if task not in cls.tasks:
            raise ValueError(f"{cls.__name__}: expected task to be one of {tuple(cls.tasks)}, got {task!r}.")
        member = cls.tasks[task]
        for name in given.keys() - member._settings.keys():
            cls._refuse_foreign(task, name, given.pop(name))
        missing = [name for name, value in given.items() if value is None and member._settings[name] is REQUIRED]
        if missing:
            raise ValueError(f"{cls.__name__}: task={task!r} needs {', '.join(missing)}, got none.")
        return member(**given, **common)

    @classmethod
    def _refuse_foreign(cls, task: str, name: str, value: Any) -> None:
        """A setting of another task is fine while it says nothing."""
        says_nothing = value == cls._settings[name] or ((task, name) == ("binary", "num_classes") and value == 2)
        if not says_nothing:
            raise ValueError(f"{cls.__name__}: {name} does not apply to task={task!r}, got {name}={value!r}.")
