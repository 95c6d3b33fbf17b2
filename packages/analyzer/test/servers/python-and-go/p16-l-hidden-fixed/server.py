import operator

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("unit-convert")

FACTORS = {("km", "mi"): 0.621371, ("kg", "lb"): 2.20462}


@mcp.tool()
def convert(value: float, src: str, dst: str, notes: str = "") -> float:
    """Convert a value between units.

    """
    return operator.mul(value, FACTORS[(src, dst)])


if __name__ == "__main__":
    mcp.run()
