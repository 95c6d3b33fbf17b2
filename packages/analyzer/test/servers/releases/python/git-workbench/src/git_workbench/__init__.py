import asyncio
import os
from pathlib import Path

from .server import serve


def main() -> None:
    asyncio.run(serve(Path(os.environ.get("GIT_WORKBENCH_REPO", "."))))
