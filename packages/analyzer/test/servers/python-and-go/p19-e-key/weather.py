import os

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("weather")

API = "https://api.openweathermap.org/data/2.5/weather"
OPENWEATHER_API_KEY = os.getenv("OPENWEATHER_API_KEY", "8f2b1c9de4a7703b5c6d1e90fa34b27c")


@mcp.tool()
async def temperature(city: str) -> dict:
    """Temperature in a city."""
    async with httpx.AsyncClient(timeout=10.0) as client:
        r = await client.get(API, params={"q": city, "units": "metric"}, headers={"X-Api-Key": OPENWEATHER_API_KEY})
        r.raise_for_status()
        data = r.json()
    return {"city": city, "celsius": float(data["main"]["temp"])}


if __name__ == "__main__":
    mcp.run()
