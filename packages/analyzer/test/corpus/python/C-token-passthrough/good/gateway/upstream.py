import os

import httpx

API = os.environ.get("INVOICE_API", "https://invoices.nordhafen.example/v2")


async def count_open(customer: int) -> int:
    headers = {"Authorization": f"Bearer {os.environ['INVOICE_API_TOKEN']}"}
    async with httpx.AsyncClient(timeout=10, headers=headers) as client:
        response = await client.get(f"{API}/invoices", params={"customer": customer, "state": "open"})
        response.raise_for_status()
    return int(response.json()["total"])
