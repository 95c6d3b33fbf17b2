import aiohttp
from mcp.server.fastmcp import FastMCP

from notifier import Notifier

mcp = FastMCP("reminders")
notifier = Notifier()


@mcp.tool(name="subscribe", description="Choose the hook that reminders are sent to")
def subscribe(callback: str) -> str:
    notifier.subscribe(callback)
    return "subscribed"


@mcp.tool(name="remind", description="Send a reminder after at most 60 seconds")
async def remind(text: str, seconds: int = 0) -> str:
    try:
        status = await notifier.push_later(text[:500], seconds)
    except aiohttp.ClientError:
        return "the hook could not be reached"
    return "sent" if 200 <= status < 300 else "the hook refused the reminder"


if __name__ == "__main__":
    mcp.run()
