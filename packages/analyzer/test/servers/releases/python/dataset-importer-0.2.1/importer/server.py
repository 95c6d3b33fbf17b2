import logging
import re
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations

from . import archive

log = logging.getLogger("importer")
BASE = Path.home() / ".dataset-importer" / "sets"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")

mcp = FastMCP("dataset-importer")


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True, idempotentHint=True))
def import_archive(name: str, tar_base64: str) -> dict:
    """Store an uncompressed tar as a new data set and return the files in it."""
    if not NAME.fullmatch(name):
        raise ToolError("name may hold lower case letters, digits and dashes")
    try:
        files = archive.unpack(archive.decode(tar_base64), BASE / name)
    except (ValueError, archive.tarfile.TarError) as exc:
        log.warning("import of %s refused: %s", name, exc)
        raise ToolError("archive refused") from exc
    log.info("imported %d files into %s", len(files), name)
    return {"name": name, "files": files}


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_sets() -> list[str]:
    """Names of the stored data sets."""
    return sorted(p.name for p in BASE.iterdir() if p.is_dir()) if BASE.is_dir() else []


if __name__ == "__main__":
    mcp.run()
