from mcp.server.fastmcp import FastMCP

import extras
import notes

mcp = FastMCP("notes")
notes.register(mcp)
extras.register(mcp)

if __name__ == "__main__":
    mcp.run()
