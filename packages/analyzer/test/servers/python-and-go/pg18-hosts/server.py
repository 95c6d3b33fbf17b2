import asyncio
import os
from urllib.parse import quote, urlencode, urlparse

import aiohttp
import httpx
import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("docs-proxy")
ALLOWED_HOSTS = frozenset({"docs.python.org", "packages.example.org"})
SITES = {"python": "https://docs.python.org/3", "django": "https://docs.djangoproject.com"}
BASE = os.environ.get("INTERNAL_API", "https://api.example.com").rstrip("/")


def allowed(url: str) -> bool:
    parsed = urlparse(url)
    return parsed.scheme == "https" and parsed.hostname in ALLOWED_HOSTS


@mcp.tool()
async def doc_status(url: str) -> int:
    """Status of a page of the documentation."""
    if not allowed(url):
        raise ValueError("host is not allowed")
    async with httpx.AsyncClient(timeout=10, follow_redirects=False) as client:
        return (await client.get(url)).status_code


@mcp.tool()
def package_version(name: str) -> str:
    """Latest version of a package on PyPI."""
    r = requests.get(f"https://packages.example.org/pypi/{quote(name, safe='')}/json", timeout=10)
    r.raise_for_status()
    return str(r.json()["info"]["version"])


@mcp.tool()
async def search_docs(site: str, query: str) -> int:
    """Number of bytes of a search page."""
    base = SITES[site]
    url = f"{base}/search.html?{urlencode({'q': query})}"
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session:
        async with session.get(url) as resp:
            return len(await resp.read())


@mcp.tool()
async def customer(customer_id: int) -> dict:
    """A customer of the API."""
    async with httpx.AsyncClient(base_url=BASE, timeout=10) as client:
        r, s = await asyncio.gather(client.get(f"/customers/{customer_id}"), client.get("/plans", params={"customer": customer_id}))
    return {"id": r.json()["id"], "plans": len(s.json())}


if __name__ == "__main__":
    mcp.run(transport="stdio")
