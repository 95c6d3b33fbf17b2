import io
import base64
import tempfile

from mcp.server.fastmcp import FastMCP

from asset_pack.archive import unpack

mcp = FastMCP("asset-pack")


@mcp.tool()
def install_pack(data_base64: str) -> dict:
    """Install an asset pack given as a base64 zip."""
    if len(data_base64) > 10_000_000:
        raise ValueError("too large")
    dest = tempfile.mkdtemp(prefix="assets-")
    names = unpack(io.BytesIO(base64.b64decode(data_base64)), dest)
    return {"installed": len(names)}


def main():
    mcp.run()
