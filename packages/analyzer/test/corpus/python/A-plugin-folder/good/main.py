import importlib
import pkgutil

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("media-tools")


def load_plugins() -> None:
    for found in pkgutil.iter_modules(["plugins"]):
        info = getattr(importlib.import_module(f"plugins.{found.name}"), "PLUGIN", None)
        if info is not None:
            mcp.add_tool(info["callable"], name=info["name"], description=info["description"])


load_plugins()

if __name__ == "__main__":
    mcp.run()
