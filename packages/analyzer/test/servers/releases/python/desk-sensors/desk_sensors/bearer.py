import hmac

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class BearerGate:
    """ASGI middleware that wants one fixed bearer token."""

    def __init__(self, app: ASGIApp, token: str):
        if len(token) < 24:
            raise ValueError("the token must have 24 characters or more")
        self.app = app
        self._want = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            got = Headers(scope=scope).get("authorization", "").encode("latin-1")
            if not hmac.compare_digest(got, self._want):
                await PlainTextResponse("unauthorized", status_code=401)(scope, receive, send)
                return
        await self.app(scope, receive, send)
