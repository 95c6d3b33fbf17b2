import argparse
from pathlib import Path

import httpx
from mcp.server.fastmcp import FastMCP

from .loader import Server, load


def create(servers: list[Server]) -> FastMCP:
    mcp = FastMCP("conf")
    by_name = {s.name: s for s in servers}

    @mcp.tool()
    def servers_with_tag(tag: str) -> list[str]:
        """Names of the servers with a tag."""
        return [s.name for s in servers if tag in s.tags]

    @mcp.tool()
    async def ping_server(name: str) -> int:
        """HTTP status of a configured server."""
        server = by_name.get(name)
        if server is None:
            raise ValueError("unknown server")
        async with httpx.AsyncClient(timeout=5) as client:
            response = await client.get(server.url)
        return response.status_code

    return mcp


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", type=Path)
    args = parser.parse_args()
    create(load(args.config)).run()
