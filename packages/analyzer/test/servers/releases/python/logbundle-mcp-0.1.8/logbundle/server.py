from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

from logbundle import codec, stats

mcp = FastMCP("logbundle")


@mcp.tool
def summarize_bundle(bundle: str) -> dict:
    """Count the lines per level of a gzip compressed log, given in base64."""
    try:
        text = codec.unpack(bundle)
    except codec.BadBundle as exc:
        raise ToolError(str(exc)) from exc
    return {"lines": text.count("\n"), "levels": stats.by_level(text)}


if __name__ == "__main__":
    mcp.run()
