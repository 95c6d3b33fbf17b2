import hmac
import os

from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response



class BearerMiddleware(BaseHTTPMiddleware):
    async def dispatch(self, request: Request, call_next) -> Response:
        authorization = request.headers.get("authorization", "")
        expected = "Bearer " + os.environ["GATEWAY_TOKEN"]
        if not hmac.compare_digest(authorization.encode(), expected.encode()):
            return PlainTextResponse("unauthorized", status_code=401)
        return await call_next(request)
