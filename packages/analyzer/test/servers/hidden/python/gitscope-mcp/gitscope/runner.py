"""Runs git."""

from __future__ import annotations

import asyncio
import os
import shutil
from dataclasses import dataclass

from .repos import Repository

_FIXED = (
    "--no-pager",
    "--literal-pathspecs",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "protocol.allow=never",
)


class GitError(RuntimeError):
    pass


@dataclass(frozen=True)
class Output:
    text: str
    complete: bool


class Git:
    def __init__(self, timeout: float = 20.0, limit: int = 200_000) -> None:
        program = shutil.which("git")
        if program is None:
            raise GitError("git is not installed")
        self._program = program
        self._timeout = timeout
        self._limit = limit
        self._environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": os.environ.get("HOME", "/"),
            "LC_ALL": "C.UTF-8",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_OPTIONAL_LOCKS": "0",
        }

    async def run(self, repository: Repository, command: str, *arguments: str) -> Output:
        process = await asyncio.create_subprocess_exec(
            self._program,
            *_FIXED,
            command,
            *arguments,
            cwd=repository.path,
            env=self._environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(self._timeout):
                raw = await self._read(process.stdout)
                complete = len(raw) <= self._limit
                if not complete:
                    process.kill()
                status = await process.wait()
        except TimeoutError:
            raise GitError("git took too long") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if complete and status not in (0, 1):
            raise GitError(f"git {command} ended with status {status}")
        return Output(raw[: self._limit].decode("utf-8", "replace"), complete)

    async def _read(self, stream: asyncio.StreamReader) -> bytes:
        try:
            return await stream.readexactly(self._limit + 1)
        except asyncio.IncompleteReadError as error:
            return error.partial
