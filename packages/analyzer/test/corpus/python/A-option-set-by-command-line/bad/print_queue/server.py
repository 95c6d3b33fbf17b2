import subprocess

from mcp.server.fastmcp import FastMCP

from . import options

mcp = FastMCP("print-queue")


@mcp.tool()
def cancel_job(job: str) -> str:
    """Cancel a job in the print queue."""
    if options.RAW_JOBS:
        done = subprocess.run(f"lprm {job}", shell=True, capture_output=True, text=True, timeout=10)
        return done.stdout
    if not job.isdigit():
        return "A job is a number."
    done = subprocess.run(["lprm", job], capture_output=True, text=True, timeout=10)
    return done.stdout
