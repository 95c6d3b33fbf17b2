import json
import logging
from pathlib import Path

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool, ToolAnnotations
from pydantic import BaseModel, Field

from .git import Git, GitError, revision

log = logging.getLogger("git_workbench")


class Nothing(BaseModel):
    pass


class Log(BaseModel):
    count: int = Field(default=15, ge=1, le=100)
    start: str = "HEAD"


class Diff(BaseModel):
    base: str
    path: str = "."


class Commit(BaseModel):
    message: str = Field(min_length=3, max_length=2000)
    paths: list[str] = Field(min_length=1, max_length=50)


async def do_status(git: Git, _args: Nothing) -> str:
    return await git.run("status", "--porcelain=v2", "--branch")


async def do_log(git: Git, args: Log) -> str:
    return await git.run("log", f"-n{args.count}", "--format=%h %an %as %s", "--end-of-options", revision(args.start), "--")


async def do_diff(git: Git, args: Diff) -> str:
    return await git.run("diff", "--no-ext-diff", "--no-textconv", "--end-of-options", revision(args.base), "--", git.pathspec(args.path))


async def do_commit(git: Git, args: Commit) -> str:
    specs = [git.pathspec(p) for p in args.paths]
    await git.run("add", "--", *specs)
    return await git.run("commit", "--quiet", f"--message={args.message}", "--", *specs) or "committed"


TOOLS = {
    "git_status": (Nothing, do_status, "State of the work tree", ToolAnnotations(readOnlyHint=True)),
    "git_log": (Log, do_log, "Newest commits", ToolAnnotations(readOnlyHint=True)),
    "git_diff": (Diff, do_diff, "Differences to a revision", ToolAnnotations(readOnlyHint=True)),
    "git_commit": (Commit, do_commit, "Commit the named paths", ToolAnnotations(destructiveHint=False, idempotentHint=False)),
}


async def serve(repo: Path) -> None:
    git = Git(repo)
    server: Server = Server("git-workbench", version="1.8.0")

    @server.list_tools()
    async def list_tools() -> list[Tool]:
        return [
            Tool(name=name, description=text, inputSchema=model.model_json_schema(), annotations=notes)
            for name, (model, _, text, notes) in TOOLS.items()
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict) -> list[TextContent]:
        if name not in TOOLS:
            raise ValueError("unknown tool")
        model, action, _, _ = TOOLS[name]
        try:
            text = await action(git, model.model_validate(arguments))
        except GitError as exc:
            log.warning("%s failed: %s", name, exc)
            raise ValueError(str(exc)) from exc
        return [TextContent(type="text", text=json.dumps({"repository_data": text}))]

    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
