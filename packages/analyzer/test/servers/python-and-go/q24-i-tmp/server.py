from mcp.server.fastmcp import FastMCP
mcp = FastMCP("chart")


@mcp.tool()
def save_chart(points: list[float]) -> str:
    """Save a chart."""
    path = "/tmp/chart-mcp-output.csv"
    with open(path, "w") as fh:
        fh.write("\n".join(str(p) for p in points[:1000]))
    return path


mcp.run()
