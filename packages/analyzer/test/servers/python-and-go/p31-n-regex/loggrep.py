from pathlib import Path
import re

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("loggrep")
LOG = Path("/var/log/app/app.log")


@mcp.tool()
def grep(pattern: str) -> list[str]:
    """Lines of the log matching a pattern."""
    rx = re.compile(pattern, re.I)
    hits = []
    with LOG.open() as fh:
        for i, line in enumerate(fh):
            if i > 100_000 or len(hits) >= 100:
                break
            if rx.search(line):
                hits.append(line[:500].rstrip("\n"))
    return hits


if __name__ == "__main__":
    mcp.run()
