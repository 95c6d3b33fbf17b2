import shutil
import os.path as osp
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("photos")
ROOT = "/srv/photos"


@mcp.tool()
def copy_photo(source: str, album: str) -> str:
    """Copy a photo to an album."""
    if ".." in source:
        raise ValueError("bad source")
    shutil.copy2(source, osp.join(ROOT, osp.basename(album)))
    return "ok"


mcp.run()
