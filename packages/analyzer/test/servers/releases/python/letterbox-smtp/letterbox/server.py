import logging
import os
import smtplib
from email.message import EmailMessage
from typing import Annotated

import anyio
from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, EmailStr, Field

from letterbox.transport import Mailer, SmtpMailer

log = logging.getLogger("letterbox")


class Confirm(BaseModel):
    send: bool = Field(description="Send this message now?")


def compose(sender: str, to: str, subject: str, body: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = " ".join(subject.split())
    message.set_content(body)
    return message


def build(mailer: Mailer, sender: str, domains: frozenset[str]) -> FastMCP:
    mcp = FastMCP("letterbox")

    @mcp.tool(annotations=ToolAnnotations(destructiveHint=True, openWorldHint=True))
    async def send_mail(
        ctx: Context,
        to: EmailStr,
        subject: Annotated[str, Field(max_length=150)],
        body: Annotated[str, Field(max_length=20_000)],
    ) -> str:
        """Send a mail to one recipient after the user has agreed."""
        if domains and to.rpartition("@")[2].lower() not in domains:
            raise ToolError("the recipient's domain is not allowed")
        answer = await ctx.elicit(f"Send '{subject[:80]}' to {to}?", schema=Confirm)
        if answer.action != "accept" or not answer.data.send:
            return "not sent: the user declined"
        try:
            await anyio.to_thread.run_sync(mailer.deliver, compose(sender, to, subject, body))
        except (smtplib.SMTPException, OSError) as exc:
            log.error("delivery failed: %s", type(exc).__name__)
            raise ToolError("the mail could not be delivered") from exc
        log.info("one mail sent")
        return "sent"

    return mcp


if __name__ == "__main__":
    smtp = SmtpMailer(os.environ["SMTP_HOST"], os.environ["SMTP_USER"], os.environ["SMTP_PASSWORD"])
    allowed = frozenset(d.strip().lower() for d in os.environ.get("LETTERBOX_DOMAINS", "").split(",") if d.strip())
    build(smtp, os.environ["SMTP_FROM"], allowed).run()
