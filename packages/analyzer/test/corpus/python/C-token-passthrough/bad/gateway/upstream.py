import os

import httpx

from .auth import caller_authorization

API = os.environ.get("INVOICE_API", "https://invoices.nordhafen.example/v2")


async def count_open(customer: int) -> int:
    headers = {"Authorization": caller_authorization.get()}
    async with httpx.AsyncClient(timeout=10, headers=headers) as client:
        response = await client.get(f"{API}/invoices", params={"customer": customer, "state": "open"})
        response.raise_for_status()
    return int(response.json()["total"])
