import os
from pathlib import Path

from mcp.server.fastmcp import FastMCP

NOTES = Path(os.environ.get("NOTES_DIR", "~/notes")).expanduser()
mcp = FastMCP("notes")


def note_path(title: str) -> Path:
    root = NOTES.resolve()
    candidate = (root / f"{title}.md").resolve()
    if not candidate.is_relative_to(root):
        raise ValueError("title leaves the notes folder")
    return candidate


@mcp.tool()
def save_note(title: str, body: str) -> str:
    """Save a note."""
    if len(body) > 50_000:
        raise ValueError("note is too long")
    target = note_path(title)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(body, encoding="utf-8")
    return f"saved {title}"


@mcp.tool()
def list_notes() -> list[str]:
    """List the notes."""
    return sorted(p.stem for p in NOTES.glob("*.md"))


if __name__ == "__main__":
    mcp.run()
