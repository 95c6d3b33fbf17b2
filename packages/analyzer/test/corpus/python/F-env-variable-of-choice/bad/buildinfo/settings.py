import os


class Settings:
    """Values that the build puts into the environment."""

    def lookup(self, key: str, default: str = "") -> str:
        return os.environ.get(key, default)

    def build_number(self) -> int:
        return int(os.environ.get("BUILD_NUMBER", "0"))
