"""FastMCP server."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from .counting import count_levels
from .files import LogFolder
from .masking import quote
from .matchers import predicate
from .query import Query

Name = Annotated[str, Field(min_length=5, max_length=255, description="log file as listed")]


def build(folder: LogFolder) -> FastMCP:
    mcp = FastMCP("logsift")

    @mcp.resource("logsift://files")
    def files() -> str:
        """Names of the log files."""
        return "\n".join(folder.names())

    @mcp.tool()
    def list_logs() -> list[str]:
        """Names of the log files."""
        return folder.names()

    @mcp.tool()
    def tail_log(name: Name, count: Annotated[int, Field(ge=1, le=300)] = 50) -> str:
        """The last lines of a log file."""
        return quote(folder.tail(name, count))

    @mcp.tool()
    def search_log(name: Name, query: Query) -> str:
        """Lines of a log file that match a query."""
        wanted = predicate(query)
        hits = ((number, line) for number, line in folder.lines(name) if wanted(line))
        return quote(islice(hits, query.limit))

    @mcp.tool()
    def level_counts(name: Name) -> dict[str, int]:
        """How many lines of each level there are."""
        return count_levels(folder.lines(name))

    return mcp


def main() -> None:
    root = Path(os.environ.get("LOGSIFT_ROOT", "/var/log/apps"))
    if not root.is_dir():
        raise SystemExit("logsift: LOGSIFT_ROOT is not a folder")
    build(LogFolder(root)).run()


if __name__ == "__main__":
    main()
