"""MCP server that answers questions about systemd units on this machine."""
import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("unit-status")

PROPERTIES = "ActiveState,SubState,NRestarts"


def parse_properties(text: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in text.splitlines())
    return {key: value for key, sep, value in pairs if sep}


@mcp.tool()
def unit_status(unit: str) -> dict[str, str]:
    """Report the state of a systemd unit, for example nginx.service."""
    result = subprocess.run(
        f"systemctl show --property={PROPERTIES} {unit}",
        shell=True,
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
