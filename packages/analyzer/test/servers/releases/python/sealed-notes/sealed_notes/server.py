import getpass
import hashlib
import os
from pathlib import Path
from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from sealed_notes.crypto import Sealer

FOLDER = Path.home() / ".sealed-notes"
Title = Annotated[str, Field(min_length=1, max_length=100)]

mcp = FastMCP("sealed-notes")
sealer = Sealer(getpass.getuser())


def location(title: str) -> Path:
    return FOLDER / (hashlib.sha256(title.encode("utf-8")).hexdigest() + ".note")


@mcp.tool(annotations={"destructiveHint": True, "idempotentHint": True})
def save_note(title: Title, text: Annotated[str, Field(max_length=50_000)]) -> str:
    """Save a note in encrypted form; a note with the same title is replaced."""
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    fd = os.open(location(title), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(fd, "wb") as handle:
        handle.write(sealer.seal(text))
    return "saved"


@mcp.tool(annotations={"readOnlyHint": True})
def open_note(title: Title) -> str:
    """Open one of the user's own notes."""
    try:
        return sealer.unseal(location(title).read_bytes())
    except FileNotFoundError as exc:
        raise ToolError("no such note") from exc
    except ValueError as exc:
        raise ToolError(str(exc)) from exc


@mcp.tool(annotations={"destructiveHint": True})
def delete_note(title: Title) -> str:
    """Delete a note for good."""
    try:
        location(title).unlink()
    except FileNotFoundError as exc:
        raise ToolError("no such note") from exc
    return "deleted"


if __name__ == "__main__":
    mcp.run()
