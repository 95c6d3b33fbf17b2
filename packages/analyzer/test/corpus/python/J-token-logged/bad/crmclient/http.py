import logging
from typing import Any

import httpx

log = logging.getLogger("crmclient.http")


async def get_json(url: str, headers: dict[str, str], params: dict[str, Any]) -> Any:
    log.info("GET %s params=%s headers=%s", url, params, headers)
    async with httpx.AsyncClient(timeout=15, headers=headers) as client:
        response = await client.get(url, params=params)
    log.info("GET %s answered %d", url, response.status_code)
    response.raise_for_status()
    return response.json()
