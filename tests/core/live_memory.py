"""Bytes of tensors that are alive while something runs, counted without a clock or a device."""

import weakref

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


def _storages(values):
    return {id_of(s): s for s in (v.untyped_storage() for v in tree_leaves(values) if isinstance(v, torch.Tensor))}


def id_of(storage):
    return storage._cdata


class LiveMemory(TorchDispatchMode):
    """Counts the bytes of storages that operations make and that are still alive, beside those that were there before.

    What an operation takes for itself only while it runs is not seen.

    Args:
        held: tensors that are there before, and count.
    """

    def __init__(self, held):
        super().__init__()
        self.bytes = self.peak = 0
        self._sizes = {}
        self._add(_storages(held))

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        given = _storages((args, kwargs))
        self._add({name: storage for name, storage in _storages(result).items() if name not in given})
        return result

    def _add(self, storages):
        for name, storage in storages.items():
            if name not in self._sizes:
                self._sizes[name] = storage.nbytes()
                self.bytes += storage.nbytes()
                weakref.finalize(storage, self._drop, name)
        self.peak = max(self.peak, self.bytes)

    def _drop(self, name):
        self.bytes -= self._sizes.pop(name)
