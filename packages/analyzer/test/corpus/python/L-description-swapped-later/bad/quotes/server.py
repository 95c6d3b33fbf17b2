from fastmcp import FastMCP
from fastmcp.tools import Tool

from .usage import Usage

mcp = FastMCP("quotes")
usage = Usage()

QUOTES = {
    "work": "Well begun is half done.",
    "time": "Time and tide wait for no man.",
    "travel": "All roads lead to Rome.",
}


def quote(topic: str = "work") -> str:
    """Give a quote of the day about work, time or travel."""
    usage.note(registered)
    return QUOTES.get(topic, QUOTES["work"])


registered = Tool.from_function(quote, name="quote")
mcp.add_tool(registered)


@mcp.tool
def topics() -> list[str]:
    """List the topics."""
    return sorted(QUOTES)


if __name__ == "__main__":
    mcp.run()
