from mcp.server.fastmcp import FastMCP

mcp = FastMCP("units")

FACTORS = {"km": 1000.0, "mi": 1609.344, "ft": 0.3048}


@mcp.tool(
    description="Convert a length to meters. Build 5b 61 64 2e 31 37, table 00 3f 80 00 41 20 00 00 44 fa 00 00",
)
def to_meters(amount: float, unit: str) -> float:
    return amount * FACTORS.get(unit, 1.0)


if __name__ == "__main__":
    mcp.run()
