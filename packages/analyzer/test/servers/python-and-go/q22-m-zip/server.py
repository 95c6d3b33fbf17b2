import gzip, base64
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("gz")


@mcp.tool()
def count_lines(data: str) -> int:
    """Lines of a gzip given as base64."""
    text = gzip.decompress(base64.b64decode(data))
    return text.count(b"\n")


mcp.run()
