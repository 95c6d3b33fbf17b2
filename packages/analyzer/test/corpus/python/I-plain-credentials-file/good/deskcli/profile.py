import keyring
from keyring.errors import KeyringError

SERVICE = "desk-mcp"


class ProfileError(RuntimeError):
    pass


class Profile:
    def __init__(self, user: str, password: str) -> None:
        self.user = user
        self.password = password

    def save(self) -> None:
        try:
            keyring.set_password(SERVICE, self.user, self.password)
            keyring.set_password(SERVICE, "last-user", self.user)
        except KeyringError as exc:
            raise ProfileError("the system's keyring is not available") from exc


def signed_in() -> bool:
    return keyring.get_password(SERVICE, "last-user") is not None
