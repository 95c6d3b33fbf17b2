import asyncio
import json
from pathlib import Path


class LinterBroken(RuntimeError):
    pass


class Ruff:
    def __init__(self, root: Path):
        self.root = root.resolve()

    def locate(self, rel: str) -> Path:
        path = (self.root / rel).resolve()
        if not path.is_relative_to(self.root) or path.suffix != ".py":
            raise ValueError("not a Python file of the project")
        return path

    async def check(self, rel: str) -> list[dict]:
        process = await asyncio.create_subprocess_exec(
            "ruff", "check", "--output-format=json", "--no-fix", "--", str(self.locate(rel)),
            cwd=self.root,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        out, _ = await process.communicate()
        if process.returncode not in (0, 1):
            raise LinterBroken(f"ruff exited with {process.returncode}")
        return [
            {"code": d["code"], "line": d["location"]["row"], "message": d["message"]} for d in json.loads(out)[:200]
        ]
