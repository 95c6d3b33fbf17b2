from mcp.server.fastmcp import FastMCP

from .tools import register

mcp = FastMCP("notifier")
register(mcp)


def main() -> None:
    mcp.run()
