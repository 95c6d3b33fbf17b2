from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Literal

from mcp.server.fastmcp import Context, FastMCP
from mcp.server.session import ServerSession
from pydantic import Field

from gh_mcp.client import GitHubClient, GitHubError

logger = logging.getLogger("gh_mcp")
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,100}$")]


@dataclass
class State:
    github: GitHubClient


@asynccontextmanager
async def lifespan(_: FastMCP) -> AsyncIterator[State]:
    token = os.environ.get("GITHUB_TOKEN")
    if not token:
        raise RuntimeError("GITHUB_TOKEN is not set")
    client = GitHubClient(token)
    try:
        yield State(client)
    finally:
        await client.aclose()


mcp = FastMCP("github", instructions="Work with issues of GitHub repositories.", lifespan=lifespan)


@mcp.tool()
async def list_issues(owner: Name, repo: Name, ctx: Context[ServerSession, State], state: Literal["open", "closed", "all"] = "open") -> list[dict]:
    """List the issues of a repository."""
    gh = ctx.request_context.lifespan_context.github
    try:
        return await gh.issues(owner, repo, state)
    except GitHubError as err:
        logger.warning("list_issues failed: %s", err)
        raise ValueError(f"GitHub answered {err.status}") from err


@mcp.tool()
async def create_issue(owner: Name, repo: Name, title: Annotated[str, Field(max_length=256)], ctx: Context[ServerSession, State], body: Annotated[str, Field(max_length=65536)] = "") -> str:
    """Create an issue. Use list_issues first to avoid duplicates."""
    number = await ctx.request_context.lifespan_context.github.create_issue(owner, repo, title, body)
    return f"https://github.com/{owner}/{repo}/issues/{number}"


def main() -> None:
    logging.basicConfig(level=os.environ.get("LOG_LEVEL", "INFO"))
    mcp.run()
