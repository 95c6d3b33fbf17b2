import uvicorn
from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings

from gateway.auth import BearerAuth

mcp = FastMCP("gateway", transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=True, allowed_hosts=["127.0.0.1:8000"], allowed_origins=["http://127.0.0.1:8000"]))


@mcp.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


app = mcp.streamable_http_app()
app.add_middleware(BearerAuth)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=8000)
