"""Running a dump."""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import dataclass

from .command import dump_command
from .config import Config, Profile
from .storage import Storage

logger = logging.getLogger(__name__)
_CHUNK = 1 << 18


class DumpError(RuntimeError):
    pass


@dataclass(frozen=True)
class DumpResult:
    file: str
    size: int
    removed: int


class Dumper:
    def __init__(self, config: Config, storage: Storage) -> None:
        self._config = config
        self._storage = storage
        self._lock = asyncio.Lock()

    async def dump(self, profile: Profile, database: str) -> DumpResult:
        argv = dump_command(profile, database)
        path = self._storage.new_path(profile.name, database)
        async with self._lock:
            logger.info("dumping %s/%s", profile.name, database)
            with self._storage.create(path) as stream:
                await self._run(argv, stream)
            removed = self._storage.rotate(profile.name, database)
        return DumpResult(path.name, path.stat().st_size, removed)

    async def _run(self, argv: list[str], stream) -> None:
        process = await asyncio.create_subprocess_exec(
            *argv,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", os.defpath)},
        )
        try:
            async with asyncio.timeout(self._config.timeout):
                while chunk := await process.stdout.read(_CHUNK):
                    await asyncio.to_thread(stream.write, chunk)
                status = await process.wait()
        except TimeoutError:
            raise DumpError("the dump took too long") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if status != 0:
            raise DumpError(f"mysqldump ended with status {status}")
