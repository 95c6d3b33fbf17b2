import tarfile, io, base64
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("themes")


@mcp.tool()
def install_theme(data: str) -> int:
    """Install a theme from a base64 tarball."""
    with tarfile.open(fileobj=io.BytesIO(base64.b64decode(data)), mode="r:gz") as tar:
        tar.extractall("/srv/themes")
        return 1


mcp.run()
