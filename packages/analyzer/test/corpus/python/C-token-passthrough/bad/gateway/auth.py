from contextvars import ContextVar

from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

caller_authorization: ContextVar[str] = ContextVar("caller_authorization", default="")


class BearerMiddleware(BaseHTTPMiddleware):
    async def dispatch(self, request: Request, call_next) -> Response:
        authorization = request.headers.get("authorization", "")
        if not authorization.startswith("Bearer "):
            return PlainTextResponse("unauthorized", status_code=401)
        caller_authorization.set(authorization)
        return await call_next(request)
