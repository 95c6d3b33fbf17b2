"""Prices of a shop by the rules of its owner."""
import json
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("prices")

RULES = {"full": 1.0, "member": 0.9, "sale": 0.5}


@mcp.tool()
def price_of(item: str, rule: str) -> str:
    """Work out the price of an item by a rule: full, member or sale."""
    base = {"tea": 4.5, "cup": 12.0}.get(item, 0.0)
    if rule not in RULES:
        raise ValueError("no such rule")
    return json.dumps({"price": base * RULES[rule]})


if __name__ == "__main__":
    mcp.run()
