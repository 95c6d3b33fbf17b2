import imaplib

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

from .mailbox import newest_message

mcp = FastMCP("inbox")


@mcp.tool
def read_newest_mail() -> str:
    """Read the newest mail of the inbox."""
    try:
        sender, text = newest_message()
    except (imaplib.IMAP4.error, OSError) as exc:
        raise ToolError("the mailbox is not available") from exc
    return f"From: {sender}\n\n{text}"


if __name__ == "__main__":
    mcp.run()
