import requests
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("geo")

_HEADERS = {"Authorization": "Token 9c1fd3a07be24c5e8a6f0b7d2e91c4a8f35b60d1"}


@mcp.tool()
def lookup(city: str) -> float:
    """Latitude of a city."""
    r = requests.get("https://geo.example.com/v1", params={"q": city}, headers=_HEADERS, timeout=5)
    return float(r.json()["lat"])


mcp.run()
