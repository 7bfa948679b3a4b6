"""Whether what is done now is traced by a compiler."""

from __future__ import annotations

import torch

is_traced = torch.compiler.is_dynamo_compiling
