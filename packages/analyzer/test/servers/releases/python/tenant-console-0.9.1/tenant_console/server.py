import logging
import os

import asyncpg
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.server.auth.providers.jwt import JWTVerifier

from tenant_console.access import require_scope, subject

log = logging.getLogger("tenant_console")

auth = JWTVerifier(
    jwks_uri=os.environ["OIDC_JWKS"],
    issuer=os.environ["OIDC_ISSUER"],
    audience="tenant-console",
)
mcp = FastMCP("tenant-console", auth=auth)
_pool: asyncpg.Pool | None = None


async def pool() -> asyncpg.Pool:
    global _pool
    if _pool is None:
        _pool = await asyncpg.create_pool(os.environ["DATABASE_URL"], max_size=5, command_timeout=10)
    return _pool


@mcp.tool(annotations={"readOnlyHint": True})
async def tenant_status(tenant_id: int) -> dict:
    """Name and state of a tenant the caller belongs to."""
    row = await (await pool()).fetchrow(
        "SELECT t.name, t.state FROM tenant t JOIN member m ON m.tenant = t.id WHERE t.id = $1 AND m.subject = $2",
        tenant_id,
        subject(),
    )
    if row is None:
        raise ToolError("no such tenant")
    return dict(row)


@mcp.tool(annotations={"destructiveHint": True})
async def suspend_tenant(tenant_id: int) -> str:
    """Suspend a tenant (administrators only)."""
    who = require_scope("tenants:admin")
    await (await pool()).execute("UPDATE tenant SET state = 'suspended' WHERE id = $1", tenant_id)
    log.info("tenant %d suspended by %s", tenant_id, who)
    return "suspended"


@mcp.tool(annotations={"destructiveHint": True})
async def purge_tenant(tenant_id: int) -> str:
    """Delete a tenant and all of its data (administrators only)."""
    who = require_scope("tenants:admin")
    await (await pool()).execute("DELETE FROM tenant WHERE id = $1", tenant_id)
    log.info("tenant %d purged by %s", tenant_id, who)
    return "purged"


if __name__ == "__main__":
    mcp.run(transport="http", host="127.0.0.1", port=int(os.environ.get("PORT", "8100")))
