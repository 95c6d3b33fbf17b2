import email
import imaplib
import os
import ssl
from email import policy

HOST = os.environ.get("IMAP_HOST", "imap.tuchfabrik.example")


def newest_message() -> tuple[str, str]:
    """Sender and text of the newest message of the inbox."""
    context = ssl.create_default_context()
    with imaplib.IMAP4_SSL(HOST, 993, ssl_context=context, timeout=15) as box:
        box.login(os.environ["IMAP_USER"], os.environ["IMAP_PASSWORD"])
        box.select("INBOX", readonly=True)
        _, found = box.search(None, "ALL")
        numbers = found[0].split()
        if not numbers:
            return "", ""
        _, parts = box.fetch(numbers[-1].decode(), "(BODY.PEEK[]<0.50000>)")
    message = email.message_from_bytes(parts[0][1], policy=policy.default)
    body = message.get_body(preferencelist=("plain",))
    return str(message["From"]), body.get_content()[:20_000] if body else ""
