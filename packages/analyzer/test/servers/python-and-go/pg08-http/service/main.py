import logging
import time
from collections import defaultdict, deque

from fastmcp import FastMCP
from fastmcp.server.auth import BearerAuthProvider
from fastmcp.server.middleware import Middleware, MiddlewareContext
from starlette.middleware import Middleware as StarletteMiddleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse

from service.config import get_settings

logger = logging.getLogger("service")
settings = get_settings()


class RateLimit(Middleware):
    def __init__(self, limit: int = 60, window: float = 60.0):
        self.limit = limit
        self.window = window
        self.calls: dict[str, deque[float]] = defaultdict(deque)

    async def on_call_tool(self, context: MiddlewareContext, call_next):
        now = time.monotonic()
        calls = self.calls[context.message.name]
        while calls and now - calls[0] > self.window:
            calls.popleft()
        if len(calls) >= self.limit:
            raise RuntimeError("rate limit reached")
        calls.append(now)
        return await call_next(context)


auth = BearerAuthProvider(jwks_uri=settings.jwks_url, issuer=settings.issuer, audience="svc")
mcp = FastMCP("service", auth=auth)
mcp.add_middleware(RateLimit())


@mcp.tool
def reverse(text: str) -> str:
    """Reverse a text."""
    return text[:10000][::-1]


@mcp.custom_route("/health", methods=["GET"])
async def health(request: Request) -> JSONResponse:
    return JSONResponse({"ok": True})


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    logger.info("listening on %s:%d", settings.host, settings.port)
    mcp.run(
        transport="http",
        host=settings.host,
        port=settings.port,
        middleware=[
            StarletteMiddleware(TrustedHostMiddleware, allowed_hosts=["mcp.example.com", "localhost"]),
            StarletteMiddleware(CORSMiddleware, allow_origins=["https://app.example.com"], allow_methods=["POST"]),
        ],
    )


if __name__ == "__main__":
    main()
