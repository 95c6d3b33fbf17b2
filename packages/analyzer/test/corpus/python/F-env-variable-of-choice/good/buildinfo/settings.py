import os

READABLE = frozenset({"CI_COMMIT_BRANCH", "CI_PIPELINE_SOURCE", "BUILD_NUMBER", "RUNNER_OS"})


def known(key: str) -> bool:
    return key in READABLE


class Settings:
    """Values that the build puts into the environment."""

    def lookup(self, key: str, default: str = "") -> str:
        if not known(key):
            raise KeyError("not a build variable")
        return os.environ.get(key, default)

    def build_number(self) -> int:
        return int(os.environ.get("BUILD_NUMBER", "0"))
