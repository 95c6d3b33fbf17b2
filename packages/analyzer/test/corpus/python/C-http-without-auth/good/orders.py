import os
import sqlite3
from contextlib import closing
import hmac

from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import ToolAnnotations

DATABASE = os.environ.get("ORDERS_DB", "/var/lib/orders/orders.sqlite3")


class EnvTokenVerifier(TokenVerifier):
    async def verify_token(self, token: str) -> AccessToken | None:
        if not hmac.compare_digest(token.encode(), os.environ["ORDERS_TOKEN"].encode()):
            return None
        return AccessToken(token=token, client_id="orders", scopes=["orders"])


mcp = FastMCP(
    "orders",
    host="127.0.0.1",
    port=8931,
    token_verifier=EnvTokenVerifier(),
    auth=AuthSettings(
        issuer_url="https://login.kontorwerk.example",
        resource_server_url="https://orders.kontorwerk.example",
        required_scopes=["orders"],
    ),
    transport_security=TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=["orders.kontorwerk.example"],
        allowed_origins=["https://desk.kontorwerk.example"],
    ),
)


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def order_state(order_id: int) -> str:
    """Tell the state of an order."""
    with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
        row = db.execute("SELECT state FROM orders WHERE id = ?", (order_id,)).fetchone()
    return row[0] if row else "unknown order"


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def cancel_order(order_id: int, confirm: bool = False) -> str:
    """Cancel an order. Needs confirm=true."""
    if not confirm:
        return "not cancelled: confirm is false"
    with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
        db.execute("UPDATE orders SET state = 'cancelled' WHERE id = ?", (order_id,))
        db.commit()
    return "cancelled"


if __name__ == "__main__":
    mcp.run(transport="streamable-http")
