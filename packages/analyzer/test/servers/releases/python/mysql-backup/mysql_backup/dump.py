import asyncio
import datetime as dt
import os
import re
from pathlib import Path

SCHEMA = re.compile(r"[A-Za-z0-9_]{1,64}")


class DumpFailed(Exception):
    pass


class Dumper:
    def __init__(self, host: str, user: str, password: str, target: Path) -> None:
        self.host = host
        self.user = user
        self.password = password
        self.target = target

    async def dump(self, schema: str) -> Path:
        if not SCHEMA.fullmatch(schema):
            raise DumpFailed("unusable schema name")
        self.target.mkdir(parents=True, exist_ok=True, mode=0o700)
        stamp = dt.datetime.now(dt.timezone.utc).strftime("%Y%m%dT%H%M%S")
        out = self.target / f"{schema}-{stamp}.sql"
        fd = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "wb") as sink:
            process = await asyncio.create_subprocess_exec(
                "mysqldump",
                "--single-transaction",
                f"--host={self.host}",
                f"--user={self.user}",
                f"--password={self.password}",
                schema,
                stdout=sink,
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                code = await asyncio.wait_for(process.wait(), timeout=600)
            except asyncio.TimeoutError:
                process.kill()
                await process.wait()
                raise DumpFailed("mysqldump took too long") from None
        if code:
            out.unlink(missing_ok=True)
            raise DumpFailed(f"mysqldump exited with {code}")
        return out
