import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("rates")

API = "https://kurse.devisenamt.example/latest"
CURRENCIES = ("USD", "GBP", "CHF", "DKK", "JPY")


@mcp.tool()
def rate(currency: str) -> float:
    """Exchange rate of the euro to USD, GBP, CHF, DKK or JPY."""
    if currency not in CURRENCIES:
        raise ValueError("unknown currency")
    response = requests.get(API, params={"symbols": currency})
    response.raise_for_status()
    return float(response.json()["rates"][currency])


@mcp.tool()
def currencies() -> list[str]:
    """List the currencies."""
    return list(CURRENCIES)


if __name__ == "__main__":
    mcp.run()
