import hmac
import os

from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import JSONResponse


class BearerAuth(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        header = request.headers.get("authorization", "")
        token = header.removeprefix("Bearer ").strip()
        expected = os.environ["GATEWAY_TOKEN"]
        if not hmac.compare_digest(token, expected):
            return JSONResponse({"error": "unauthorized"}, status_code=401)
        return await call_next(request)
