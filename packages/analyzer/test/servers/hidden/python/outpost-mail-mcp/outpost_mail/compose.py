"""Messages and their envelopes."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from .config import Config


@dataclass
class Envelope:
    sender: str
    recipients: list[str] = field(default_factory=list)

    def add(self, *addresses: str) -> "Envelope":
        for address in addresses:
            if address.lower() not in {known.lower() for known in self.recipients}:
                self.recipients.append(address)
        return self


@dataclass
class Outgoing:
    message: EmailMessage
    envelope: Envelope


class Composer:
    def __init__(self, config: Config) -> None:
        self._config = config

    def _permitted(self, address: str) -> str:
        if address.rpartition("@")[2].lower() not in self._config.domains:
            raise ValueError("mail to that domain is not permitted")
        return address

    def compose(self, to: list[str], cc: list[str], subject: str, body: str) -> Outgoing:
        to = [self._permitted(address) for address in to]
        cc = [self._permitted(address) for address in cc]
        message = EmailMessage()
        message["From"] = self._config.sender
        message["To"] = ", ".join(to)
        if cc:
            message["Cc"] = ", ".join(cc)
        message["Subject"] = subject
        message["Date"] = formatdate(localtime=False)
        message["Message-ID"] = make_msgid(domain=self._config.sender.rpartition("@")[2])
        message.set_content(body)
        envelope = Envelope(self._config.sender).add(*to, *cc)
        return Outgoing(message, envelope)
