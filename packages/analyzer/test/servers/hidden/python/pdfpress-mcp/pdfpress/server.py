from __future__ import annotations

import os
from pathlib import Path

from fastmcp import FastMCP

from .editing import editing
from .folder import Folder
from .programs import ProgramError, require_programs
from .reading import reading


def create(folder: Folder) -> FastMCP:
    mcp: FastMCP = FastMCP("pdfpress", instructions="Work on the PDF files of one folder.")
    mcp.mount(reading(folder), prefix="read")
    mcp.mount(editing(folder), prefix="edit")
    return mcp


def main() -> None:
    root = os.environ.get("PDFPRESS_FOLDER")
    if not root or not Path(root).is_dir():
        raise SystemExit("pdfpress: PDFPRESS_FOLDER has to name a folder")
    try:
        require_programs()
    except ProgramError as error:
        raise SystemExit(f"pdfpress: {error}") from None
    create(Folder(Path(root))).run()


if __name__ == "__main__":
    main()
