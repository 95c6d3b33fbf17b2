from datetime import datetime
from zoneinfo import ZoneInfo

from mcp.server.fastmcp import FastMCP

__version__ = "0.4.1"

OFFICES = {"hamburg": "Europe/Berlin", "porto": "Europe/Lisbon", "osaka": "Asia/Tokyo"}

mcp = FastMCP("clock")


@mcp.tool()
def office_time(office: str) -> str:
    """Tell the time in an office: hamburg, porto or osaka."""
    zone = OFFICES.get(office)
    if zone is None:
        return "unknown office"
    return datetime.now(ZoneInfo(zone)).strftime("%H:%M")


def main() -> None:
    mcp.run()


if __name__ == "__main__":
    main()
