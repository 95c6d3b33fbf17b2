import os
from pathlib import Path

BASE = Path(os.environ.get("SNIPPETS_DIR", "~/.local/share/snippets")).expanduser().resolve()


def locate(name: str) -> Path:
    path = (BASE / f"{name}.md").resolve()
    if not path.is_relative_to(BASE):
        raise ValueError("snippet names may not leave the folder")
    return path


def store(name: str, text: str) -> int:
    path = locate(name)
    with open(path, "w", encoding="utf-8") as handle:
        return handle.write(text)


def names() -> list[str]:
    return sorted(entry[:-3] for entry in os.listdir(BASE) if entry.endswith(".md"))[:500]
