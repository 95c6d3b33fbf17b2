from datetime import date

from mcp.server.fastmcp import FastMCP

from .rules import rate

mcp = FastMCP("vat")


@mcp.tool()
def gross_price(net: float, day: date | None = None) -> str:
    """Give the gross price for a net price on a day."""
    gross = round(net * (1 + rate(day or date.today())), 2)
    return f"{gross} EUR"


@mcp.tool()
def net_price(gross: float) -> str:
    """Give the net price for a gross price."""
    return f"{round(gross / (1 + rate(date.today())), 2)} EUR"


if __name__ == "__main__":
    mcp.run()
