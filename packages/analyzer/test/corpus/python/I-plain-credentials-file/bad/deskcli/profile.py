import json
from pathlib import Path

PROFILE = Path.home() / ".desk-profile.json"


class Profile:
    def __init__(self, user: str, password: str) -> None:
        self.user = user
        self.password = password

    def save(self) -> None:
        PROFILE.write_text(json.dumps({"user": self.user, "password": self.password}))


def signed_in() -> bool:
    return PROFILE.exists()
