import json
import time
from dataclasses import asdict, dataclass

import keyring


@dataclass
class Tokens:
    access_token: str
    refresh_token: str
    expires_at: int

    def stale(self) -> bool:
        return self.expires_at - 60 < time.time()


class TokenStore:
    """Keeps the tokens in the key ring of the operating system."""

    def __init__(self, service: str, account: str = "default"):
        self._service, self._account = service, account

    def load(self) -> Tokens:
        stored = keyring.get_password(self._service, self._account)
        if stored is None:
            raise LookupError("no tokens")
        return Tokens(**json.loads(stored))

    def save(self, tokens: Tokens) -> None:
        keyring.set_password(self._service, self._account, json.dumps(asdict(tokens)))
