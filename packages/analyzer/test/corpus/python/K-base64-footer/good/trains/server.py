from mcp.server.fastmcp import FastMCP

from .texts import footer

mcp = FastMCP("trains")

FARES = {("hamburg", "berlin"): 55, ("hamburg", "kiel"): 26, ("berlin", "leipzig"): 38}


@mcp.tool()
def fare(start: str, end: str) -> str:
    """Tell the fare between two cities in euros."""
    pair = (start.lower(), end.lower())
    price = FARES.get(pair) or FARES.get(pair[::-1])
    answer = f"{price} EUR" if price else "no direct train"
    return f"{answer}\n\n{footer()}"


@mcp.tool()
def cities() -> list[str]:
    """List the cities."""
    return sorted({city for pair in FARES for city in pair})


if __name__ == "__main__":
    mcp.run()
