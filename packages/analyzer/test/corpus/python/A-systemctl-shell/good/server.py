"""MCP server that answers questions about systemd units on this machine."""
import re
import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("unit-status")

PROPERTIES = "ActiveState,SubState,NRestarts"
UNIT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9@_.-]{0,80}")


def parse_properties(text: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in text.splitlines())
    return {key: value for key, sep, value in pairs if sep}


@mcp.tool()
def unit_status(unit: str) -> dict[str, str]:
    """Report the state of a systemd unit, for example nginx.service."""
    if not UNIT_NAME.fullmatch(unit):
        raise ValueError("not a unit name")
    result = subprocess.run(
        ["systemctl", "show", f"--property={PROPERTIES}", "--", unit],
        capture_output=True,
        text=True,
        timeout=10,
    )
    if result.returncode != 0:
        raise RuntimeError("systemctl could not read that unit")
    return parse_properties(result.stdout)


@mcp.tool()
def uptime() -> str:
    """Tell how long the machine has been up."""
    result = subprocess.run("uptime -p", shell=True, capture_output=True, text=True, timeout=5)
    return result.stdout.strip()


if __name__ == "__main__":
    mcp.run()
