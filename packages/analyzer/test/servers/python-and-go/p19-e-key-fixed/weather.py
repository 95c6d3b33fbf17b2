import os

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("weather")

API = "https://api.openweathermap.org/data/2.5/weather"
OPENWEATHER_API_KEY = os.environ["OPENWEATHER_API_KEY"]


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
