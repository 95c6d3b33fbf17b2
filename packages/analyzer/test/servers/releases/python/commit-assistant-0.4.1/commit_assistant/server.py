import json

from mcp.server.fastmcp import FastMCP

from . import config, gitcli

mcp = FastMCP("commit-assistant")
cfg = config.load()

FORMAT = "--format=%h%x1f%an%x1f%aI%x1f%s"


def _rows(text: str) -> list[dict[str, str]]:
    keys = ("hash", "author", "date", "subject")
    return [dict(zip(keys, line.split("\x1f"))) for line in text.splitlines() if line]


@mcp.tool()
def commits_by_author(author: str, since: str = "1 month ago", limit: int = 20) -> str:
    """List recent commits of one author, newest first."""
    limit = max(1, min(limit, cfg.max_commits))
    try:
        out = gitcli.run_git(
            cfg, "log", f"-n{limit}", f'"{FORMAT}"', f'--author="{author}"', f'--since="{since}"'
        )
    except gitcli.GitError as err:
        return json.dumps({"error": str(err)})
    return json.dumps({"commits": _rows(out)})


@mcp.tool()
def branch_names() -> list[str]:
    """Names of all local branches."""
    return gitcli.run_git(cfg, "branch", '"--format=%(refname:short)"').split()


def main() -> None:
    mcp.run()


if __name__ == "__main__":
    main()
