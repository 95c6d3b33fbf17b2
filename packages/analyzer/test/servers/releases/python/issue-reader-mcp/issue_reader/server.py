import httpx
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations

from issue_reader.github import GitHub

mcp = FastMCP("issue-reader")
gh = GitHub()


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True, openWorldHint=True))
def get_issue(repo: str, number: int) -> str:
    """Read an issue of a public repository with its comments."""
    try:
        issue = gh.issue(repo, number)
        comments = gh.comments(repo, number)
    except httpx.HTTPStatusError as exc:
        raise ToolError(f"GitHub answered {exc.response.status_code}") from exc
    except httpx.HTTPError as exc:
        raise ToolError("GitHub is not reachable") from exc
    parts = [f"# {issue['title']}", (issue.get("body") or "")[:20_000]]
    parts += [c["body"][:5_000] for c in comments]
    return "\n\n".join(parts)


if __name__ == "__main__":
    mcp.run()
