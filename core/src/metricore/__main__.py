"""``python -m metricore``, the same as the command ``metricore``."""

from metricore._cli import main

raise SystemExit(main())
