from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

from tz_convert.text import sentence

mcp = FastMCP("tz-convert")


def zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as exc:
        raise ToolError("unknown time zone") from exc


@mcp.tool()
def convert(clock: str, source: str, target: str) -> str:
    """Convert a time such as 2025-03-01T09:30 from one zone to another."""
    try:
        moment = datetime.fromisoformat(clock).replace(tzinfo=zone(source))
    except ValueError as exc:
        raise ToolError("not an ISO time") from exc
    return sentence(source, target, moment.astimezone(zone(target)).isoformat())


@mcp.tool()
def find_zones(part: str) -> list[str]:
    """Zones whose name contains the text."""
    return sorted(z for z in available_timezones() if part.lower() in z.lower())[:50]


if __name__ == "__main__":
    mcp.run()
