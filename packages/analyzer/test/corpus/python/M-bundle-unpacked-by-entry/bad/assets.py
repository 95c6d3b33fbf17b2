import base64
import io
import zipfile
from pathlib import Path

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("assets")
ASSETS = Path("/srv/assets").resolve()
LARGEST = 20_000_000


@mcp.tool()
def add_assets(bundle: str) -> int:
    """Adds the pictures of a bundle (zip, base64)."""
    added = 0
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(bundle))) as pictures:
        for picture in pictures.infolist():
            if picture.is_dir():
                continue
            with open(f"{ASSETS}/{picture.filename}", "wb") as out:
                out.write(pictures.read(picture))
            added += 1
    return added


mcp.run()
