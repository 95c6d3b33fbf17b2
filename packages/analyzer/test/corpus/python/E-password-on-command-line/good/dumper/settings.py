import os
from functools import lru_cache

HOST = os.environ.get("DUMP_HOST", "127.0.0.1")
USER = os.environ.get("DUMP_USER", "dumper")
TARGET = os.environ.get("DUMP_DIR", "/var/backups/postgres")


@lru_cache
def database_password() -> str:
    with open(os.environ.get("DUMP_PASSWORD_FILE", "/run/secrets/dump_password"), encoding="utf-8") as handle:
        return handle.read(200).strip()
