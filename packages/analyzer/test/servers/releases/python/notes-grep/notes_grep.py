import os
import re
from collections.abc import Iterator
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

ROOT = Path(os.environ.get("NOTES_DIR", Path.home() / "notes")).resolve()
MAX_FILES, MAX_HITS, MAX_SIZE = 500, 100, 512 * 1024

mcp = FastMCP("notes-grep")


def notes() -> Iterator[Path]:
    for index, path in enumerate(sorted(ROOT.rglob("*.md"))):
        if index >= MAX_FILES:
            return
        if not path.is_symlink() and path.stat().st_size <= MAX_SIZE:
            yield path


@mcp.tool()
def grep(pattern: str, ignore_case: bool = True) -> list[dict]:
    """Lines of the user's own notes that match a regular expression."""
    try:
        regex = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except re.error as exc:
        raise ToolError(f"bad pattern: {exc.msg}") from exc
    hits: list[dict] = []
    for path in notes():
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
            if regex.search(line):
                hits.append({"file": str(path.relative_to(ROOT)), "line": number, "text": line[:300]})
                if len(hits) >= MAX_HITS:
                    return hits
    return hits


@mcp.tool()
def list_notes() -> list[str]:
    """Relative paths of the notes."""
    return [str(p.relative_to(ROOT)) for p in notes()]


if __name__ == "__main__":
    mcp.run()
