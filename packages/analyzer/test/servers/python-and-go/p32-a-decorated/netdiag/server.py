import asyncio
import os
import re
import subprocess

from mcp.server.fastmcp import FastMCP

from netdiag.decorators import audited

mcp = FastMCP("netdiag")


class Pinger:
    def __init__(self, host: str, count: int = 3):
        self.host = host
        self.count = max(1, min(int(count), 10))

    def run(self) -> str:
        with os.popen(f"ping -c {self.count} {self.host}") as pipe:
            return pipe.read(10000)


@mcp.tool()
@audited
async def ping(host: str, count: int = 3) -> str:
    """Ping a host."""
    return await asyncio.to_thread(Pinger(host, count).run)


if __name__ == "__main__":
    mcp.run()
