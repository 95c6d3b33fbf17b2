import os

import httpx

from trainlog.tokens import Tokens, TokenStore

BASE = "https://www.strava.com/api/v3"


class Strava:
    def __init__(self, store: TokenStore):
        self._store = store
        self._http = httpx.AsyncClient(timeout=12)

    async def _token(self) -> str:
        tokens = self._store.load()
        if tokens.stale():
            response = await self._http.post(
                f"{BASE}/oauth/token",
                data={
                    "client_id": os.environ["STRAVA_CLIENT_ID"],
                    "client_secret": os.environ["STRAVA_CLIENT_SECRET"],
                    "grant_type": "refresh_token",
                    "refresh_token": tokens.refresh_token,
                },
            )
            response.raise_for_status()
            data = response.json()
            tokens = Tokens(data["access_token"], data["refresh_token"], data["expires_at"])
            self._store.save(tokens)
        return tokens.access_token

    async def activities(self, count: int) -> list[dict]:
        response = await self._http.get(
            f"{BASE}/athlete/activities",
            params={"per_page": count},
            headers={"Authorization": f"Bearer {await self._token()}"},
        )
        response.raise_for_status()
        return [{k: a[k] for k in ("id", "distance", "moving_time", "type")} for a in response.json()]
