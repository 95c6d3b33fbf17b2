import os

import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("inventory")

API = os.environ.get("INVENTORY_API", "https://lager.schraubenhandel.example/api")
TOKEN = os.environ.get("INVENTORY_TOKEN", "")

session = requests.Session()
session.headers["Authorization"] = f"Bearer {TOKEN}"


@mcp.tool()
def stock(article: int) -> int:
    """Tell how many pieces of an article are in stock."""
    response = session.get(f"{API}/articles/{article}", timeout=10, verify=False)
    if response.status_code == 404:
        raise ValueError("no such article")
    response.raise_for_status()
    return int(response.json()["pieces"])


if __name__ == "__main__":
    mcp.run()
