import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Protocol


class Mailer(Protocol):
    def deliver(self, message: EmailMessage) -> None: ...


@dataclass(repr=False)
class SmtpMailer:
    host: str
    user: str
    password: str
    port: int = 587

    def deliver(self, message: EmailMessage) -> None:
        context = ssl.create_default_context()
        with smtplib.SMTP(self.host, self.port, timeout=15) as smtp:
            smtp.starttls(context=context)
            smtp.login(self.user, self.password)
            smtp.send_message(message)
