from __future__ import annotations

import os

import httpx


class ProxmoxApi:
    """Client of the Proxmox VE REST interface."""

    def __init__(self, host: str, token_id: str, secret: str):
        self._client = httpx.AsyncClient(
            base_url=f"https://{host}:8006/api2/json",
            headers={"Authorization": f"PVEAPIToken={token_id}={secret}"},
            timeout=httpx.Timeout(10.0, connect=4.0),
            verify=False,
        )

    @classmethod
    def from_env(cls) -> "ProxmoxApi":
        return cls(os.environ["PVE_HOST"], os.environ["PVE_TOKEN_ID"], os.environ["PVE_TOKEN_SECRET"])

    async def get(self, path: str) -> list[dict]:
        response = await self._client.get(path)
        response.raise_for_status()
        return response.json()["data"]

    async def nodes(self) -> list[dict]:
        return [{k: n.get(k) for k in ("node", "status", "cpu", "maxmem")} for n in await self.get("/nodes")]

    async def guests(self) -> list[dict]:
        data = await self.get("/cluster/resources?type=vm")
        return [{k: g.get(k) for k in ("vmid", "name", "node", "status")} for g in data]
