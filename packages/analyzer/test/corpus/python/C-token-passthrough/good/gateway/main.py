import uvicorn
from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings

from .auth import BearerMiddleware
from .upstream import count_open

mcp = FastMCP(
    "invoice-gateway",
    transport_security=TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=["gateway.nordhafen.example"],
        allowed_origins=["https://app.nordhafen.example"],
    ),
)


@mcp.tool()
async def open_invoices(customer: int) -> str:
    """Count the open invoices of a customer."""
    return f"{await count_open(customer)} open invoices"


app = mcp.streamable_http_app()
app.add_middleware(BearerMiddleware)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=8080)
