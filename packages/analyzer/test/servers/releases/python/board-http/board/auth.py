import logging
import os

import httpx
from mcp.server.auth.provider import AccessToken, TokenVerifier

log = logging.getLogger("board.auth")


class IntrospectionVerifier(TokenVerifier):
    """Asks the authorization server about each token (RFC 7662)."""

    def __init__(self, endpoint: str, client_id: str, client_secret: str, audience: str):
        if not endpoint.startswith("https://"):
            raise ValueError("the introspection endpoint must be https")
        self._endpoint = endpoint
        self._auth = (client_id, client_secret)
        self._audience = audience

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            async with httpx.AsyncClient(timeout=5) as client:
                response = await client.post(self._endpoint, data={"token": token}, auth=self._auth)
            data = response.json() if response.status_code == 200 else {}
        except (httpx.HTTPError, ValueError) as exc:
            log.warning("introspection failed: %s", type(exc).__name__)
            return None
        audience = data.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        if not data.get("active") or self._audience not in audiences or not data.get("sub"):
            return None
        return AccessToken(
            token=token, client_id=data["sub"], scopes=data.get("scope", "").split(), expires_at=data.get("exp")
        )


def from_env(audience: str) -> IntrospectionVerifier:
    return IntrospectionVerifier(
        os.environ["INTROSPECTION_URL"], os.environ["BOARD_CLIENT_ID"], os.environ["BOARD_CLIENT_SECRET"], audience
    )
