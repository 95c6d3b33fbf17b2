"""Values which become arguments of git."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_REVISION = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]{0,120}(?:[~^][0-9]{0,3}){0,3}")


def revision(value: str) -> str:
    """A branch, tag or commit; never an option and never a range."""
    if not _REVISION.fullmatch(value) or ".." in value:
        raise ValueError("not a revision")
    return value


def tree_path(value: str) -> str:
    """A path inside of the tree, as git writes it."""
    pure = PurePosixPath(value)
    if not value or len(value) > 400 or not value.isprintable():
        raise ValueError("not a path")
    if pure.is_absolute() or ".." in pure.parts or value.startswith(":"):
        raise ValueError("not a path of the repository")
    return pure.as_posix()


def literal(value: str) -> str:
    if not 2 <= len(value) <= 120 or not value.isprintable():
        raise ValueError("text to look for has 2 to 120 printable characters")
    return value
