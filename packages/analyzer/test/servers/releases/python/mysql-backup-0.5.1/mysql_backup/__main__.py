import logging
import os
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

from .dump import Dumper, DumpFailed

log = logging.getLogger("mysql_backup")


def build() -> FastMCP:
    dumper = Dumper(
        host=os.environ.get("MYSQL_HOST", "localhost"),
        user=os.environ["MYSQL_USER"],
        password=os.environ["MYSQL_PASSWORD"],
        target=Path(os.environ.get("BACKUP_DIR", Path.home() / "mysql-backups")),
    )
    mcp = FastMCP("mysql-backup")

    @mcp.tool()
    async def backup(schema: str) -> str:
        """Dump one schema to the backup folder and return the file's name."""
        try:
            path = await dumper.dump(schema)
        except DumpFailed as exc:
            log.error("backup of a schema failed: %s", exc)
            raise ToolError(str(exc)) from exc
        return path.name

    @mcp.tool()
    async def list_backups() -> list[str]:
        """The newest backups."""
        return sorted((p.name for p in dumper.target.glob("*.sql")), reverse=True)[:50]

    return mcp


if __name__ == "__main__":
    build().run()
