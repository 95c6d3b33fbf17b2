"""Argument lists for mysqldump."""

from __future__ import annotations

from collections.abc import Iterator

from .config import Profile

_COMMON = ("--single-transaction", "--quick", "--routines", "--triggers", "--no-tablespaces")


def _options(**values: object) -> Iterator[str]:
    for key, value in values.items():
        if value is not None:
            yield f"--{key.replace('_', '-')}={value}"


def dump_command(profile: Profile, database: str) -> list[str]:
    if database not in profile.databases:
        raise ValueError("database does not belong to the profile")
    connection = _options(
        host=profile.host,
        port=profile.port,
        user=profile.user,
        password=profile.password(),
        ssl_mode="VERIFY_IDENTITY",
    )
    return ["mysqldump", "--no-defaults", *connection, *_COMMON, "--databases", database]
