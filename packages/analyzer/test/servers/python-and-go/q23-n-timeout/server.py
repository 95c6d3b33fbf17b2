import requests
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("ip")


@mcp.tool()
def my_ip() -> str:
    """Public address."""
    data = requests.get("https://api.ipify.org?format=json").json()
    return str(data["ip"])[:40]


mcp.run()
