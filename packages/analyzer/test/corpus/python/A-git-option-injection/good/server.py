import re

from mcp.server.fastmcp import FastMCP

from gitcli import git

mcp = FastMCP("repo-stats")

REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,100}")


def checked(revision: str) -> str:
    if not REVISION.fullmatch(revision) or ".." in revision:
        raise ValueError("not a revision")
    return revision


def count_commits(since: str) -> str:
    """Count the commits between a revision and HEAD."""
    hashes = git("log", "--format=%h", "--end-of-options", f"{checked(since)}..HEAD", "--")
    return f"{len(hashes.split())} commits"


def changed_files(revision: str) -> str:
    """Tell how many files one revision touched."""
    listing = git("diff-tree", "--no-commit-id", "--name-only", "-r", "--end-of-options", checked(revision), "--")
    return f"{len(listing.splitlines())} files"


def head() -> str:
    """Give the short hash of HEAD."""
    return git("rev-parse", "--short", "HEAD").strip()


for tool in (count_commits, changed_files, head):
    mcp.add_tool(tool)

if __name__ == "__main__":
    mcp.run(transport="stdio")
