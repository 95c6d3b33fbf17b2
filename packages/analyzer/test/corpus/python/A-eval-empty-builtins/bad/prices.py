"""Prices of a shop by the rules of its owner."""
import json
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("prices")


@mcp.tool()
def price_of(item: str, rule: str) -> str:
    """Work out the price of an item by a rule such as `base * 0.9`."""
    base = {"tea": 4.5, "cup": 12.0}.get(item, 0.0)
    return json.dumps({"price": eval(rule, {"__builtins__": {}}, {"base": base})})


if __name__ == "__main__":
    mcp.run()
