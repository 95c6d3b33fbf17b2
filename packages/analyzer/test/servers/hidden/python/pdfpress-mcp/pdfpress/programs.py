"""Running poppler and qpdf."""

from __future__ import annotations

import asyncio
import os
import shutil
from enum import Enum

_MEMORY = 1 << 30
_ENV = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}


class Program(Enum):
    INFO = "pdfinfo"
    TEXT = "pdftotext"
    QPDF = "qpdf"


class ProgramError(RuntimeError):
    pass


def require_programs() -> None:
    missing = [name for name in ("prlimit", *(item.value for item in Program)) if shutil.which(name) is None]
    if missing:
        raise ProgramError(f"not installed: {', '.join(missing)}")


async def run(program: Program, *arguments: str, timeout: float = 30.0, limit: int = 300_000) -> bytes:
    process = await asyncio.create_subprocess_exec(
        "prlimit",
        f"--as={_MEMORY}",
        "--core=0",
        f"--fsize={256 << 20}",
        program.value,
        *arguments,
        env=_ENV,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(timeout):
            try:
                output = await process.stdout.readexactly(limit)
                process.kill()
                await process.wait()
                return output
            except asyncio.IncompleteReadError as error:
                output = error.partial
            status = await process.wait()
    except TimeoutError:
        raise ProgramError(f"{program.value} took too long") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if status not in (0, 3):
        raise ProgramError(f"{program.value} could not handle the document")
    return output
