import subprocess
from dataclasses import dataclass
from fastmcp import FastMCP

mcp = FastMCP("batch")


@dataclass
class Job:
    host: str
    action: str = "uptime"

    @property
    def command(self) -> str:
        return f"ssh {self.host} {self.action}"


def jobs(hosts):
    for h in hosts:
        yield Job(host=h.strip())


@mcp.tool
def uptime(hosts: list[str]) -> list[str]:
    """Uptime of hosts."""
    return [subprocess.getoutput(j.command) for j in jobs(hosts)]


mcp.run()
