import os

BASE = os.environ.get("SNIPPETS_DIR", os.path.expanduser("~/.local/share/snippets"))


def locate(name: str) -> str:
    return os.path.join(BASE, name + ".md")


def store(name: str, text: str) -> int:
    path = locate(name)
    with open(path, "w", encoding="utf-8") as handle:
        return handle.write(text)


def names() -> list[str]:
    return sorted(entry[:-3] for entry in os.listdir(BASE) if entry.endswith(".md"))[:500]
