from os import system as sh
from mcp.server.fastmcp import FastMCP


class Opener:
    def __init__(self, mcp: FastMCP):
        self.mcp = mcp
        for method in (self.open_url, self.version):
            self.mcp.add_tool(method)

    def open_url(self, url: str) -> int:
        """Open a page in the browser."""
        cmd = 'xdg-open "%s"' % (url,)
        return sh(cmd)

    def version(self) -> str:
        """Version."""
        return "1"


mcp = FastMCP("opener")
Opener(mcp)
mcp.run()
