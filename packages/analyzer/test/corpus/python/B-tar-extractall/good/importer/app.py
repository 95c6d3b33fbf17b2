import asyncio
import base64
import binascii
import logging
import tarfile
import tempfile
from pathlib import Path

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

from .unpack import ArchiveRejected, unpack

log = logging.getLogger("importer")
app = Server("dataset-import")
MAX_UPLOAD = 5_000_000


@app.list_tools()
async def list_tools() -> list[Tool]:
    return [
        Tool(
            name="import_dataset",
            description="Unpack a tar archive of CSV files into a fresh dataset folder",
            inputSchema={
                "type": "object",
                "properties": {"archive": {"type": "string", "contentEncoding": "base64"}},
                "required": ["archive"],
            },
        )
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name != "import_dataset":
        raise ValueError("unknown tool")
    encoded = arguments.get("archive", "")
    if len(encoded) > MAX_UPLOAD:
        return [TextContent(type="text", text="The archive is too large.")]
    target = Path(tempfile.mkdtemp(prefix="dataset-"))
    try:
        count = unpack(base64.b64decode(encoded, validate=True), target)
    except (ArchiveRejected, tarfile.TarError, binascii.Error):
        log.warning("import refused")
        return [TextContent(type="text", text="The archive was refused.")]
    return [TextContent(type="text", text=f"{count} files in dataset {target.name}")]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
