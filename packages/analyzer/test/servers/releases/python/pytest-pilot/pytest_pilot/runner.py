"""Runs the tests of the user's own project in a process of their own."""
import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path

from defusedxml.ElementTree import parse


class RunFailed(RuntimeError):
    pass


def inside(root: Path, rel: str) -> Path:
    path = (root / rel).resolve()
    if not path.is_relative_to(root) or not path.exists():
        raise RunFailed("no such test path in the project")
    return path


async def run_tests(root: Path, rel: str, seconds: int) -> dict:
    target = inside(root, rel)
    with tempfile.TemporaryDirectory(prefix="pytest-pilot-") as folder:
        report = Path(folder) / "report.xml"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pytest", "-q", "-x", f"--junitxml={report}", "--", str(target),
            cwd=root,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            await asyncio.wait_for(process.wait(), timeout=seconds)
        except asyncio.TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
            raise RunFailed(f"stopped after {seconds} seconds") from None
        if not report.is_file():
            raise RunFailed(f"pytest exited with {process.returncode} without a report")
        return summary(report)


def summary(report: Path) -> dict:
    suite = parse(report).getroot().find("testsuite")
    failed = [
        {"test": f"{case.get('classname')}::{case.get('name')}", "message": (problem.get("message") or "")[:400]}
        for case in suite.iter("testcase")
        for problem in case
        if problem.tag in ("failure", "error")
    ]
    counts = {k: int(suite.get(k, "0")) for k in ("tests", "failures", "errors", "skipped")}
    return {**counts, "failed": failed[:50]}
