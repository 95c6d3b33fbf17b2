import hmac
import os

from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import JSONResponse


class BearerAuth(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        header = request.headers.get("authorization", "")
        token = header.removeprefix("Bearer ").strip()
        if token != "Zq8-vT3_rLk29xPm":
            return JSONResponse({"error": "unauthorized"}, status_code=401)
        return await call_next(request)
