import logging
import os
from typing import Annotated

import asyncpg
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.settings import AuthSettings
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import ToolAnnotations
from pydantic import AnyHttpUrl, Field

from board.auth import from_env

log = logging.getLogger("board")
PORT = int(os.environ.get("BOARD_PORT", "8077"))
PUBLIC = os.environ["BOARD_PUBLIC_URL"]

mcp = FastMCP(
    "board",
    host="127.0.0.1",
    port=PORT,
    token_verifier=from_env(PUBLIC),
    auth=AuthSettings(
        issuer_url=AnyHttpUrl(os.environ["BOARD_ISSUER"]),
        resource_server_url=AnyHttpUrl(PUBLIC),
        required_scopes=["board"],
    ),
    transport_security=TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"127.0.0.1:{PORT}", AnyHttpUrl(PUBLIC).host or ""],
        allowed_origins=[PUBLIC.rstrip("/")],
    ),
)
_pool: asyncpg.Pool | None = None


async def pool() -> asyncpg.Pool:
    global _pool
    if _pool is None:
        _pool = await asyncpg.create_pool(os.environ["BOARD_DSN"], max_size=5, command_timeout=8)
    return _pool


def me() -> str:
    token = get_access_token()
    if token is None:
        raise ToolError("not signed in")
    return token.client_id


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
async def my_cards(limit: Annotated[int, Field(ge=1, le=100)] = 20) -> list[dict]:
    """The caller's own cards."""
    rows = await (await pool()).fetch(
        "SELECT id, title, state FROM card WHERE owner = $1 ORDER BY id DESC LIMIT $2", me(), limit
    )
    return [dict(r) for r in rows]


@mcp.tool(annotations=ToolAnnotations(destructiveHint=False))
async def add_card(title: Annotated[str, Field(min_length=1, max_length=200)]) -> int:
    """Add a card of the caller's."""
    return await (await pool()).fetchval(
        "INSERT INTO card(owner, title, state) VALUES ($1, $2, 'open') RETURNING id", me(), title
    )


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
async def delete_card(card_id: int) -> str:
    """Delete one of the caller's cards."""
    who = me()
    done = await (await pool()).execute("DELETE FROM card WHERE id = $1 AND owner = $2", card_id, who)
    if done != "DELETE 1":
        raise ToolError("no such card")
    log.info("card %d deleted by %s", card_id, who)
    return "deleted"


if __name__ == "__main__":
    mcp.run(transport="streamable-http")
