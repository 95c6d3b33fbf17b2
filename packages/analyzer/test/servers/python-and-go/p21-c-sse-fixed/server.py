import os
import pathlib
import hmac

import uvicorn
from mcp.server import Server
from mcp.server.sse import SseServerTransport
from mcp.types import TextContent, Tool
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import PlainTextResponse

server = Server("tickets")
TICKETS = pathlib.Path("tickets.csv")


@server.list_tools()
async def list_tools() -> list[Tool]:
    return [Tool(name="close_all", description="Close every ticket", annotations={"destructiveHint": True}, inputSchema={"type": "object", "properties": {}})]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name != "close_all":
        raise ValueError("unknown tool")
    TICKETS.write_text("")
    return [TextContent(type="text", text="closed")]


sse = SseServerTransport("/messages/")


async def handle_sse(request):
    async with sse.connect_sse(request.scope, request.receive, request._send) as streams:
        await server.run(streams[0], streams[1], server.create_initialization_options())


class TokenAuth(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        sent = request.headers.get("authorization", "")
        if not hmac.compare_digest(sent, "Bearer " + os.environ["TICKETS_TOKEN"]):
            return PlainTextResponse("unauthorized", status_code=401)
        return await call_next(request)


app = Starlette(
    routes=[Route("/sse", endpoint=handle_sse), Mount("/messages/", app=sse.handle_post_message)],
    middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1"]), Middleware(TokenAuth)],
)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.getenv("PORT", "8931")))
