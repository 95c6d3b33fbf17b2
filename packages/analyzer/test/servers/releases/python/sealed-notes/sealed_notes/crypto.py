import keyring
from cryptography.fernet import Fernet, InvalidToken

SERVICE = "sealed-notes"


class Sealer:
    def __init__(self, account: str) -> None:
        stored = keyring.get_password(SERVICE, account)
        if stored is None:
            stored = Fernet.generate_key().decode("ascii")
            keyring.set_password(SERVICE, account, stored)
        self._fernet = Fernet(stored.encode("ascii"))

    def seal(self, text: str) -> bytes:
        return self._fernet.encrypt(text.encode("utf-8"))

    def unseal(self, data: bytes) -> str:
        try:
            return self._fernet.decrypt(data).decode("utf-8")
        except InvalidToken as exc:
            raise ValueError("the note is damaged") from exc
