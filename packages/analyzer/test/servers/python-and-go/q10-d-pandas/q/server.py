import os
from fastmcp import FastMCP
from sqlalchemy import create_engine
from q.dal import Dal

mcp = FastMCP("events")
dal = Dal(create_engine(os.environ["DB"]))


@mcp.tool
def events(kind: str, source: str) -> int:
    """Number of events."""
    return len(dal.frame(kind=kind, source=source))


mcp.run()
