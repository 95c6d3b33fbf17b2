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
    stages = pipeline.stages
    if not stages:
        raise ValueError("empty pipeline")
    logger.debug("running a pipeline of %d stages", len(stages))
    processes: list[asyncio.subprocess.Process] = []
    upstream: int = asyncio.subprocess.DEVNULL
    try:
        for index, stage in enumerate(stages):
            last = index == len(stages) - 1
            reader, writer = (None, asyncio.subprocess.DEVNULL) if last else os.pipe()
            try:
                process = await asyncio.create_subprocess_exec(
                    *stage.argv,
                    stdin=upstream,
                    stdout=writer,
                    stderr=asyncio.subprocess.DEVNULL,
                    env=_ENV,
                    start_new_session=True,
                )
            finally:
                if not last:
                    os.close(writer)
                if upstream >= 0:
                    os.close(upstream)
                upstream = -1 if reader is None else reader
            processes.append(process)
        await asyncio.wait_for(asyncio.gather(*(process.wait() for process in processes)), timeout)
    except asyncio.TimeoutError:
        raise RunError(f"gave up after {timeout:g} seconds") from None
    finally:
        if upstream >= 0:
            os.close(upstream)
        for process in processes:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
    failed = [process.returncode for process in processes if process.returncode != 0]
    if failed:
        raise RunError(f"conversion ended with status {failed[0]}")


async def _finish(process: asyncio.subprocess.Process, timeout: float) -> bytes:
    try:
        out, _ = await asyncio.wait_for(process.communicate(), timeout)
    except asyncio.TimeoutError:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        raise RunError(f"gave up after {timeout:g} seconds") from None
    return out or b""
