"""Streamable HTTP server for the browser extension of the time sheet."""
import hmac
import os
from collections import deque

import uvicorn
from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

mcp = FastMCP(
    "timesheet",
    transport_security=TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=["127.0.0.1:8741"],
        allowed_origins=["https://zeit.tuchfabrik.example"],
    ),
)
entries: deque[tuple[str, float]] = deque(maxlen=1000)


@mcp.tool()
def book(project: str, hours: float) -> float:
    """Book hours on a project and return the sum of the session."""
    if not 0 < hours <= 24:
        raise ValueError("hours must lie between 0 and 24")
    entries.append((project[:60], hours))
    return sum(hours for _, hours in entries)


class TokenGate:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.expected = ("Bearer " + os.environ["TIMESHEET_TOKEN"]).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = dict(scope["headers"])
            if not hmac.compare_digest(headers.get(b"authorization", b""), self.expected):
                await PlainTextResponse("unauthorized", status_code=401)(scope, receive, send)
                return
        await self.app(scope, receive, send)


app = mcp.streamable_http_app()
app.add_middleware(TokenGate)
app.add_middleware(
    CORSMiddleware,
    allow_origins=["*"],
    allow_credentials=True,
    allow_methods=["GET", "POST", "DELETE"],
    allow_headers=["authorization", "content-type", "mcp-session-id"],
)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=8741)
