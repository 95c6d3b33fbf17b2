import math

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("calculator")

CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau}
NAMES = {**CONSTANTS, "sqrt": math.sqrt, "log": math.log, "sin": math.sin, "cos": math.cos}


@mcp.tool()
def calculate(expression: str) -> float:
    """Evaluate an arithmetic expression such as 2 * sin(pi / 4)."""
    if len(expression) > 200:
        raise ValueError("expression too long")
    return float(eval(expression, {"__builtins__": {}}, NAMES))


@mcp.tool()
def mean(values: list[float]) -> float:
    """Arithmetic mean of at most 1000 numbers."""
    if not 0 < len(values) <= 1000:
        raise ValueError("give between 1 and 1000 numbers")
    return math.fsum(values) / len(values)


if __name__ == "__main__":
    mcp.run()
