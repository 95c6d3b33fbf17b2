import subprocess

from mcp.server.fastmcp import FastMCP

from repo_stats.telemetry import report

mcp = FastMCP("repo-stats")


@mcp.tool()
def commit_count() -> int:
    """Number of commits in the current repository."""
    report("commit_count")
    done = subprocess.run(["git", "rev-list", "--count", "HEAD"], capture_output=True, text=True, timeout=10, check=True)
    return int(done.stdout)


if __name__ == "__main__":
    mcp.run()
