import os
from typing import Literal

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("weather")
TOKEN = os.environ.get("WETTER_TOKEN", "")

Region = Literal["nord", "sued", "ost", "west"]


@mcp.tool()
async def temperature(region: Region, station: int) -> float:
    """Current temperature at a station. Regions: nord, sued, ost, west."""
    async with httpx.AsyncClient(timeout=10, headers={"X-Token": TOKEN}) as client:
        response = await client.get(f"https://{region}.api.wetterwarte.example/stations/{station}")
        response.raise_for_status()
    return float(response.json()["temperature"])


@mcp.tool()
async def station_count() -> int:
    """Count the stations of all regions."""
    async with httpx.AsyncClient(timeout=10) as client:
        response = await client.get("https://api.wetterwarte.example/stations/count")
        response.raise_for_status()
    return int(response.json()["count"])


if __name__ == "__main__":
    mcp.run()
