"""Installs icon themes that the user chose."""
import base64
import io
import os
import zipfile
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

THEMES = Path(os.environ.get("THEMES_DIR", "/opt/desk/themes")).resolve()
MAX_FILES = 300
MAX_FILE = 1_000_000

mcp = FastMCP("themes")


@mcp.tool(annotations={"destructiveHint": True})
def install_theme(archive_b64: str) -> str:
    """Install an icon theme from a zip archive (base64), replacing icons of the same name."""
    if len(archive_b64) > 8_000_000:
        raise ToolError("archive too large")
    written = 0
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(archive_b64))) as archive:
        if len(archive.infolist()) > MAX_FILES:
            raise ToolError("too many files")
        for member in archive.infolist():
            if member.is_dir() or member.file_size > MAX_FILE:
                continue
            target = (THEMES / member.filename).resolve()
            if not target.is_relative_to(THEMES):
                raise ToolError("the archive holds a file outside of the theme")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
            written += 1
    return f"{written} icons installed"


@mcp.tool(annotations={"readOnlyHint": True})
def list_themes() -> list[str]:
    """List the installed themes."""
    return sorted(entry.name for entry in THEMES.iterdir() if entry.is_dir())[:100]


if __name__ == "__main__":
    mcp.run()
