import os
import re
import subprocess
from functools import wraps
from pathlib import Path
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import AfterValidator, BaseModel, Field, field_validator, model_validator

mcp = FastMCP("builder")
ROOT = Path(os.environ.get("WORKSPACE", ".")).resolve()
COMMANDS = {"test": ["pytest", "-q"], "lint": ["ruff", "check"], "types": ["mypy", "."]}


def inside(value: str) -> str:
    full = os.path.abspath(os.path.join(ROOT, value))
    if not (full == str(ROOT) or full.startswith(str(ROOT) + os.sep)):
        raise ValueError("path leaves the workspace")
    return full


SafePath = Annotated[str, AfterValidator(inside)]


class Edit(BaseModel):
    path: SafePath
    text: str = Field(max_length=100_000)


class Grep(BaseModel):
    needle: str = Field(min_length=1, max_length=200)
    folder: str = "."

    @field_validator("folder")
    @classmethod
    def folder_inside(cls, v: str) -> str:
        return inside(v)


def guarded(fn):
    @wraps(fn)
    def inner(*args, **kwargs):
        try:
            return fn(*args, **kwargs)
        except OSError as err:
            raise RuntimeError("the file could not be used") from err

    return inner


@mcp.tool()
def check(kind: str) -> str:
    """Run one of the checks: test, lint or types."""
    if (argv := COMMANDS.get(kind)) is None:
        raise ValueError(f"kind must be one of {', '.join(COMMANDS)}")
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=300)
    return f"exit {done.returncode}\n{done.stdout[-5000:]}"


@mcp.tool()
@guarded
def edit(change: Edit) -> int:
    """Replace a file of the workspace."""
    return Path(change.path).write_text(change.text)


@mcp.tool()
@guarded
def grep(query: Grep) -> str:
    """Search a text."""
    done = subprocess.run(["grep", "-rnF", "--", query.needle, query.folder], capture_output=True, text=True, timeout=20)
    return done.stdout[:10_000]


@mcp.tool()
@guarded
def remove_artifact(name: str) -> str:
    """Remove a build artifact by its file name."""
    if os.path.basename(name) != name or name in ("", ".", ".."):
        raise ValueError("a bare file name is needed")
    (ROOT / "dist" / name).unlink()
    return "removed"


if __name__ == "__main__":
    mcp.run()
