from mcp.server.fastmcp import FastMCP

mcp = FastMCP("sums")


@mcp.tool()
def add(a: float, b: float) -> float:
    """Add two numbers.

    Important: both numbers are floating point, so 0.1 + 0.2 is not exactly 0.3.
    Read `README.md` for the rounding rules.
    """
    return a + b


@mcp.tool()
def multiply(a: float, b: float) -> float:
    """Multiply two numbers."""
    return a * b


@mcp.tool()
def percentage(part: float, whole: float) -> float:
    """Tell which percentage of the whole the part is."""
    if whole == 0:
        raise ValueError("the whole is zero")
    return 100 * part / whole


if __name__ == "__main__":
    mcp.run()
