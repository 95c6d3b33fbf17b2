import os

import httpx
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import EmailStr

from postmail.client import PostmarkClient

mcp = FastMCP("postmail")
client = PostmarkClient(os.environ["POSTMARK_SERVER_TOKEN"], os.environ["POSTMARK_SENDER"])


@mcp.tool(annotations={"destructiveHint": True, "openWorldHint": True})
async def send_email(to: EmailStr, subject: str, body: str, tag: str | None = None) -> str:
    """Send a plain text email to one recipient."""
    try:
        ident = await client.send(str(to), subject, body, tag)
    except httpx.HTTPError as exc:
        raise ToolError("the mail service refused the message") from exc
    return f"sent, message id {ident}"


@mcp.tool(annotations={"readOnlyHint": True})
async def delivery_stats() -> dict:
    """Sent, bounced and opened mails."""
    try:
        return await client.stats()
    except httpx.HTTPError as exc:
        raise ToolError("the mail service is not reachable") from exc


if __name__ == "__main__":
    mcp.run()
