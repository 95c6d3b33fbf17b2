import requests
from io import BytesIO
from PIL import Image
from pydantic import BaseModel, HttpUrl
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("avatar")


class Args(BaseModel):
    image_url: HttpUrl
    size: int = 64


@mcp.tool()
def avatar_size(args: Args) -> list[int]:
    """Size of an avatar picture."""
    host = args.image_url.host
    if host in ("localhost", "127.0.0.1"):
        raise ValueError("not allowed")
    data = requests.get(str(args.image_url), timeout=5).content
    return list(Image.open(BytesIO(data)).size)


mcp.run()
