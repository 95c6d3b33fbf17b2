"""Summarises compressed log files that the assistant passes on."""
import base64
import binascii
from collections import Counter
import gzip

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("log-summary")

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MAX_UPLOAD = 2_000_000


@mcp.tool
def count_levels(log_b64: str) -> dict[str, int]:
    """Count the levels in a gzip-compressed log file (base64)."""
    if len(log_b64) > MAX_UPLOAD:
        raise ToolError("the upload is too large")
    try:
        text = gzip.decompress(base64.b64decode(log_b64, validate=True))
    except (binascii.Error, gzip.BadGzipFile, EOFError) as exc:
        raise ToolError("not a gzip file") from exc
    counts: Counter[str] = Counter()
    for line in text.decode("utf-8", "replace").splitlines():
        for level in LEVELS:
            if level in line:
                counts[level] += 1
    return dict(counts)


if __name__ == "__main__":
    mcp.run()
