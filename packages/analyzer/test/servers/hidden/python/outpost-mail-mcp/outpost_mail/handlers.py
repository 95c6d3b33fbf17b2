"""One class per tool."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import mcp.types as types
from pydantic import BaseModel

from . import models
from .compose import Composer
from .notices import NOTICES, fill
from .transport import Mailer


class Handler(ABC):
    name: ClassVar[str]
    summary: ClassVar[str]
    model: ClassVar[type[BaseModel]] = models.Empty

    def __init__(self, composer: Composer, mailer: Mailer) -> None:
        self.composer = composer
        self.mailer = mailer

    def tool(self) -> types.Tool:
        return types.Tool(
            name=self.name, description=self.summary, inputSchema=self.model.model_json_schema()
        )

    @abstractmethod
    def run(self, args) -> str: ...


class SendMail(Handler):
    name = "send_mail"
    summary = "Send a plain text mail to addresses in the permitted domains."
    model = models.SendMail

    def run(self, args: models.SendMail) -> str:
        outgoing = self.composer.compose(args.to, args.cc, args.subject, args.body)
        return f"accepted for {self.mailer.deliver(outgoing)} recipients"


class SendNotice(Handler):
    name = "send_notice"
    summary = "Send one of the prepared notices with your values."
    model = models.SendNotice

    def run(self, args: models.SendNotice) -> str:
        subject, body = fill(args.notice, args.values)
        outgoing = self.composer.compose(args.to, [], subject, body)
        return f"accepted for {self.mailer.deliver(outgoing)} recipients"


class ListNotices(Handler):
    name = "list_notices"
    summary = "Names and subjects of the prepared notices."

    def run(self, args: models.Empty) -> str:
        return "\n".join(f"{name}: {subject}" for name, (subject, _) in NOTICES.items())


class Quota(Handler):
    name = "quota"
    summary = "How many mails may still be sent in this hour."

    def run(self, args: models.Empty) -> str:
        return str(self.mailer.quota.left())


ALL: tuple[type[Handler], ...] = (SendMail, SendNotice, ListNotices, Quota)
