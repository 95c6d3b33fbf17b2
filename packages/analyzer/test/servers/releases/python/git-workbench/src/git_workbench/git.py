import asyncio
import os
import re
from pathlib import Path

REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/~^-]{0,120}")
OUTPUT_LIMIT = 120_000


class GitError(Exception):
    pass


def revision(text: str) -> str:
    if not REVISION.fullmatch(text) or ".." in text:
        raise GitError(f"not a usable revision: {text[:60]!r}")
    return text


class Git:
    def __init__(self, work_tree: Path, timeout: float = 30.0) -> None:
        self.work_tree = work_tree.resolve(strict=True)
        self.timeout = timeout
        self._env = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": os.environ.get("HOME", "/"),
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_PAGER": "cat",
            "LC_ALL": "C.UTF-8",
        }

    def pathspec(self, rel: str) -> str:
        full = (self.work_tree / rel).resolve()
        if not full.is_relative_to(self.work_tree):
            raise GitError("path outside of the repository")
        return ":(literal)" + str(full.relative_to(self.work_tree))

    async def run(self, *args: str) -> str:
        process = await asyncio.create_subprocess_exec(
            "git", *args,
            cwd=self.work_tree,
            env=self._env,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            data = await asyncio.wait_for(self._collect(process), self.timeout)
        except (asyncio.TimeoutError, GitError):
            process.kill()
            await process.wait()
            raise GitError("git was stopped: too slow or too much output") from None
        if process.returncode:
            raise GitError(f"git {args[0]} exited with {process.returncode}")
        return data.decode("utf-8", "replace")

    @staticmethod
    async def _collect(process: asyncio.subprocess.Process) -> bytes:
        data = bytearray()
        while chunk := await process.stdout.read(16384):
            data += chunk
            if len(data) > OUTPUT_LIMIT:
                raise GitError("too much output")
        await process.wait()
        return bytes(data)
