from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

log = logging.getLogger(__name__)


@dataclass
class RunResult:
    code: int
    stdout: str
    stderr: str


class Runner:
    """Runs ffmpeg with a time limit."""

    def __init__(self, binary: str = "ffmpeg", timeout: float = 60.0) -> None:
        self.binary = binary
        self.timeout = timeout

    async def run(self, *args: str) -> RunResult:
        line = " ".join([self.binary, *args])
        proc = await asyncio.create_subprocess_shell(
            line,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            out, err = await asyncio.wait_for(proc.communicate(), self.timeout)
        except asyncio.TimeoutError:
            proc.kill()
            raise
        return RunResult(proc.returncode or 0, out.decode(errors="replace"), err.decode(errors="replace"))
