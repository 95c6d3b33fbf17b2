"""Tells the size of pictures for the layout assistant."""
import struct
import urllib.error
import urllib.request
from urllib.parse import quote

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("picture-size")

PNG = b"\x89PNG\r\n\x1a\n"
LIBRARY = "https://media.druckhaus-elbe.example/pictures/"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req, fp, code, msg, headers, newurl):
        return None


opener = urllib.request.build_opener(NoRedirect)


@mcp.tool
def picture_size(name: str) -> dict[str, int]:
    """Width and height of a PNG picture in the media library, given its name."""
    if not name or name.startswith("."):
        raise ToolError("not a picture name")
    try:
        with opener.open(LIBRARY + quote(name, safe=""), timeout=10) as response:
            head = response.read(24)
    except urllib.error.URLError as exc:
        raise ToolError("the picture could not be loaded") from exc
    if not head.startswith(PNG) or len(head) < 24:
        raise ToolError("not a PNG picture")
    width, height = struct.unpack(">II", head[16:24])
    return {"width": width, "height": height}


if __name__ == "__main__":
    mcp.run()
