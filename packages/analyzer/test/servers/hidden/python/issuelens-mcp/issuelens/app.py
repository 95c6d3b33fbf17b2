"""Server and tools."""

from __future__ import annotations

import logging
import sys
from typing import Annotated, Literal

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.tools import Tool
from pydantic import Field, ValidationError

from . import views
from .config import Config
from .forge import Forge, ForgeError

Repository = Annotated[str, Field(max_length=140, description="owner/name")]
Number = Annotated[int, Field(ge=1)]


class IssueTools:
    def __init__(self, forge: Forge) -> None:
        self._forge = forge

    async def search_issues(
        self,
        repository: Repository,
        words: Annotated[str, Field(max_length=100)] = "",
        state: Literal["open", "closed", "all"] = "open",
        limit: Annotated[int, Field(ge=1, le=50)] = 20,
    ) -> str:
        """Search issues; gives numbers, states and labels."""
        try:
            return views.summaries(await self._forge.search(repository, words, state, limit))
        except (ForgeError, ValidationError) as error:
            raise ToolError(_message(error)) from None

    async def read_issue(self, repository: Repository, number: Number) -> str:
        """Title and text of an issue."""
        try:
            return views.issue_page(await self._forge.issue(repository, number))
        except (ForgeError, ValidationError) as error:
            raise ToolError(_message(error)) from None

    async def read_discussion(
        self, repository: Repository, number: Number, limit: Annotated[int, Field(ge=1, le=50)] = 20
    ) -> str:
        """The latest comments of an issue."""
        try:
            comments = await self._forge.comments(repository, number, limit)
        except (ForgeError, ValidationError) as error:
            raise ToolError(_message(error)) from None
        return views.discussion(number, comments)

    def register(self, mcp: FastMCP) -> None:
        for method in (self.search_issues, self.read_issue, self.read_discussion):
            mcp.add_tool(Tool.from_function(method, annotations={"readOnlyHint": True}))


def _message(error: Exception) -> str:
    return str(error) if isinstance(error, ForgeError) else "the forge sent an unexpected answer"


def create(config: Config) -> FastMCP:
    mcp: FastMCP = FastMCP("issuelens")
    IssueTools(Forge(config)).register(mcp)

    @mcp.resource("issuelens://repositories", mime_type="text/plain")
    def repositories() -> str:
        """The configured repositories."""
        return "\n".join(sorted(config.repositories))

    return mcp


def main() -> None:
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        config = Config.from_env()
    except ValueError as error:
        raise SystemExit(f"issuelens: {error}") from None
    create(config).run()


if __name__ == "__main__":
    main()
