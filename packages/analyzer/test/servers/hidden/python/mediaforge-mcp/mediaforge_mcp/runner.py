"""Starting programs and waiting for them."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Sequence

from .pipeline import Pipeline

logger = logging.getLogger(__name__)

_ENV = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"}


class RunError(RuntimeError):
    """A program failed or took too long."""


async def capture(argv: Sequence[str], timeout: float, limit: int = 256 * 1024) -> bytes:
    """Standard output of one program."""
    process = await asyncio.create_subprocess_exec(
        *argv,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=_ENV,
        start_new_session=True,
    )
    out = await _finish(process, timeout)
    if process.returncode != 0:
        raise RunError(f"{os.path.basename(argv[0])} ended with status {process.returncode}")
    return out[:limit]


async def run_pipeline(pipeline: Pipeline, timeout: float) -> None:
    """Run all stages; the last one is expected to write a file."""
    line = pipeline.render()
    logger.debug("running a pipeline of %d stages", len(pipeline.stages))
    process = await asyncio.create_subprocess_shell(
        line,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env=_ENV,
        start_new_session=True,
    )
    await _finish(process, timeout)
    if process.returncode != 0:
        raise RunError(f"conversion ended with status {process.returncode}")


async def _finish(process: asyncio.subprocess.Process, timeout: float) -> bytes:
    try:
        out, _ = await asyncio.wait_for(process.communicate(), timeout)
    except asyncio.TimeoutError:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        raise RunError(f"gave up after {timeout:g} seconds") from None
    return out or b""
