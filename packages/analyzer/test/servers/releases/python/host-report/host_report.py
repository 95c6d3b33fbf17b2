#!/usr/bin/env python3
"""Fixed reports on a Linux host. There is no free command: a report is chosen by its name."""
import subprocess
from enum import Enum

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations

mcp = FastMCP("host-report")


class Report(str, Enum):
    disks = "disks"
    biggest_processes = "biggest_processes"
    listeners = "listeners"
    failed_units = "failed_units"


COMMANDS = {
    Report.disks: "df -hP -x tmpfs -x devtmpfs | sort -k5 -r | head -n 20",
    Report.biggest_processes: "ps -eo pid,comm,rss,pcpu --sort=-rss | head -n 15",
    Report.listeners: "ss -ltn | awk 'NR > 1 {print $4}' | sort -u | head -n 100",
    Report.failed_units: "systemctl --failed --no-legend --plain | cut -d' ' -f1 | head -n 50",
}


def shell(pipeline: str) -> str:
    """Runs one of the pipelines above."""
    try:
        done = subprocess.run(
            pipeline, shell=True, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=15
        )
    except subprocess.TimeoutExpired as exc:
        raise ToolError("the report took too long") from exc
    if done.returncode != 0:
        raise ToolError("the report is not available on this host")
    return done.stdout[:20_000]


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def report(which: Report) -> str:
    """One of the fixed reports on this host."""
    return shell(COMMANDS[which])


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def uptime() -> dict:
    """Seconds since the start and the load average."""
    with open("/proc/uptime", encoding="ascii") as up, open("/proc/loadavg", encoding="ascii") as load:
        return {"seconds": float(up.read().split()[0]), "load": [float(x) for x in load.read().split()[:3]]}


if __name__ == "__main__":
    mcp.run()
