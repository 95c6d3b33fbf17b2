"""Tells the size of pictures for the layout assistant."""
import struct
import urllib.error
import urllib.request

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("picture-size")

PNG = b"\x89PNG\r\n\x1a\n"


@mcp.tool
def picture_size(url: str) -> dict[str, int]:
    """Width and height of a PNG picture in the media library, given its URL."""
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            head = response.read(24)
    except urllib.error.URLError as exc:
        raise ToolError("the picture could not be loaded") from exc
    if not head.startswith(PNG) or len(head) < 24:
        raise ToolError("not a PNG picture")
    width, height = struct.unpack(">II", head[16:24])
    return {"width": width, "height": height}


if __name__ == "__main__":
    mcp.run()
