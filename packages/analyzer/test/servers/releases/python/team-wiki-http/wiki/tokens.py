import os

import jwt
from mcp.server.auth.provider import AccessToken, TokenVerifier

SIGNING_KEY = os.getenv("WIKI_JWT_SECRET", "b7Q2-team-wiki-signing-9fXk41")
AUDIENCE = "team-wiki"


class WikiTokenVerifier(TokenVerifier):
    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            claims = jwt.decode(
                token, SIGNING_KEY, algorithms=["HS256"], audience=AUDIENCE, options={"require": ["exp", "sub"]}
            )
        except jwt.PyJWTError:
            return None
        return AccessToken(
            token=token,
            client_id=claims["sub"],
            scopes=claims.get("scope", "").split(),
            expires_at=int(claims["exp"]),
        )
