"""What pytest does not look into for doctests."""

from pathlib import Path

ROOT = Path(__file__).parent

# A facade has none, and asking it for a name, as collecting does, imports a plugin that may not be installed.
collect_ignore = [
    str(path.relative_to(ROOT))
    for path in ROOT.glob("core/src/metricore/**/*.py")
    if "from metricore._facade import" in path.read_text()
]
