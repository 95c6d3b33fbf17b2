import base64
import io
import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp.server.fastmcp import FastMCP, Image
from PIL import Image as PILImage

mcp = FastMCP("thumbs")
logger = logging.getLogger(__name__)
PICTURES = Path("/srv/pictures").resolve(strict=False)
ALLOWED = {".png", ".jpg", ".jpeg"}


def pick(name: str) -> Path:
    index = {p.name: p for p in PICTURES.iterdir() if p.suffix.lower() in ALLOWED}
    if name not in index:
        raise ValueError("no such picture")
    return index[name]


@mcp.tool()
def list_pictures() -> list[str]:
    """Names of the pictures."""
    return sorted(p.name for p in PICTURES.iterdir() if p.suffix.lower() in ALLOWED)


@mcp.tool()
def thumbnail(name: str, size: int = 128) -> Image:
    """A thumbnail of a picture."""
    size = min(max(size, 16), 512)
    with PILImage.open(pick(name)) as img:
        img.thumbnail((size, size))
        buf = io.BytesIO()
        img.save(buf, format="PNG")
    return Image(data=buf.getvalue(), format="png")


@mcp.tool()
def contact_sheet(names: list[str]) -> str:
    """Base64 PNG with several thumbnails."""
    names = names[:16]
    with TemporaryDirectory() as folder:
        out = Path(folder) / "sheet.png"
        sheet = PILImage.new("RGB", (4 * 128, 4 * 128))
        for i, name in enumerate(names):
            with PILImage.open(pick(name)) as img:
                img.thumbnail((128, 128))
                sheet.paste(img, ((i % 4) * 128, (i // 4) * 128))
        sheet.save(out)
        return base64.b64encode(out.read_bytes()).decode()


if __name__ == "__main__":
    mcp.run()
