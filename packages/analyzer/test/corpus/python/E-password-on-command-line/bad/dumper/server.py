import os
import subprocess
from enum import Enum

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

from . import settings

mcp = FastMCP("dumper")


class Schema(str, Enum):
    shop = "shop"
    wiki = "wiki"


@mcp.tool(annotations=ToolAnnotations(destructiveHint=False))
def dump_schema(schema: Schema) -> str:
    """Write a fresh dump of a schema to the backup folder."""
    target = os.path.join(settings.TARGET, f"{schema.value}.dump")
    password = settings.database_password()
    url = f"postgresql://{settings.USER}:{password}@{settings.HOST}/erp"
    try:
        done = subprocess.run(["pg_dump", f"--schema={schema.value}", f"--file={target}", url], timeout=600)
    except subprocess.TimeoutExpired:
        return "the dump took too long"
    return "dump written" if done.returncode == 0 else "the dump failed"


if __name__ == "__main__":
    mcp.run()
