"""Makes README.md the home page of the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parent.parent / "README.md"
LINKS = {"](docs/": "](", "](LICENSE)": "](https://www.apache.org/licenses/LICENSE-2.0)"}


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Called by mkdocs with the text of each page."""
    if page.file.src_uri != "index.md":
        return markdown
    text = README.read_text(encoding="utf-8")
    for ours, theirs in LINKS.items():
        text = text.replace(ours, theirs)
    return text
