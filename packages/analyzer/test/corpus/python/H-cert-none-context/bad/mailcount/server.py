import imaplib
import logging
import os
from typing import Literal

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

from .tls import client_context

log = logging.getLogger("mailcount")
mcp = FastMCP("mail-count")

HOST = os.environ.get("IMAP_HOST", "imap.tuchfabrik.example")
USER = os.environ.get("IMAP_USER", "")
FOLDERS = {"inbox": "INBOX", "invoices": "INBOX.Invoices", "support": "INBOX.Support"}


@mcp.tool
def unread(folder: Literal["inbox", "invoices", "support"] = "inbox") -> int:
    """Count the unread messages of a folder."""
    try:
        with imaplib.IMAP4_SSL(HOST, 993, ssl_context=client_context(), timeout=15) as box:
            box.login(USER, os.environ["IMAP_PASSWORD"])
            box.select(FOLDERS[folder], readonly=True)
            _, data = box.search(None, "UNSEEN")
    except (imaplib.IMAP4.error, OSError) as exc:
        log.error("mailbox not reachable: %s", type(exc).__name__)
        raise ToolError("the mailbox is not available") from exc
    return len(data[0].split())


if __name__ == "__main__":
    mcp.run()
