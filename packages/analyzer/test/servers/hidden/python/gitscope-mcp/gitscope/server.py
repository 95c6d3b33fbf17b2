from __future__ import annotations

from typing import Annotated

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations
from pydantic import Field

from .queries import Queries
from .quoting import quoted
from .repos import RepositoryTable
from .runner import Git, GitError

Alias = Annotated[str, Field(max_length=31, description="name of a repository")]
Revision = Annotated[str, Field(max_length=140, description="branch, tag or commit")]
READ_ONLY = ToolAnnotations(readOnlyHint=True)


def build(table: RepositoryTable, git: Git) -> FastMCP:
    mcp = FastMCP("gitscope")
    queries = Queries(git)

    @mcp.tool(annotations=READ_ONLY)
    def list_repositories() -> list[str]:
        """Names of the repositories."""
        return table.aliases()

    @mcp.tool(annotations=READ_ONLY)
    async def log(
        repository: Alias,
        start: Revision = "HEAD",
        path: str | None = None,
        count: Annotated[int, Field(ge=1, le=200)] = 20,
    ) -> str:
        """Commits, newest first."""
        return quoted(await queries.log(table.get(repository), start, path, count))

    @mcp.tool(annotations=READ_ONLY)
    async def show_commit(repository: Alias, commit: Revision) -> str:
        """One commit with its changes."""
        return quoted(await queries.show(table.get(repository), commit))

    @mcp.tool(annotations=READ_ONLY)
    async def blame_file(
        repository: Alias,
        path: str,
        first: Annotated[int, Field(ge=1)] = 1,
        count: Annotated[int, Field(ge=1, le=400)] = 80,
    ) -> str:
        """Who wrote which line of a file last."""
        return quoted(await queries.blame(table.get(repository), path, first, first + count - 1))

    @mcp.tool(annotations=READ_ONLY)
    async def find_text(repository: Alias, text: str, at: Revision = "HEAD") -> str:
        """Lines with exactly this text."""
        return quoted(await queries.find(table.get(repository), text, at))

    @mcp.tool(annotations=READ_ONLY)
    async def compare(repository: Alias, base: Revision, head: Revision = "HEAD") -> str:
        """Which files differ between two revisions."""
        return quoted(await queries.compare(table.get(repository), base, head))

    return mcp


def main() -> None:
    try:
        table, git = RepositoryTable.from_env(), Git()
    except (ValueError, GitError) as error:
        raise SystemExit(f"gitscope: {error}") from None
    build(table, git).run()


if __name__ == "__main__":
    main()
