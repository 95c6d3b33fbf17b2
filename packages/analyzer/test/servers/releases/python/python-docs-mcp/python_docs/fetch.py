from urllib.parse import urljoin, urlsplit

import httpx
from bs4 import BeautifulSoup

HOSTS = frozenset({"docs.python.org", "peps.python.org", "packaging.python.org"})
LIMIT = 1_500_000


class NotAllowed(ValueError):
    pass


def checked(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.hostname not in HOSTS or parts.port not in (None, 443) or parts.username:
        raise NotAllowed("only pages of docs.python.org, peps.python.org and packaging.python.org")
    return url


async def page_text(url: str) -> str:
    async with httpx.AsyncClient(timeout=10, follow_redirects=False) as client:
        for _ in range(4):
            async with client.stream("GET", checked(url)) as response:
                if response.is_redirect:
                    url = urljoin(url, response.headers["location"])
                    continue
                response.raise_for_status()
                body = b""
                async for chunk in response.aiter_bytes(65536):
                    body += chunk
                    if len(body) > LIMIT:
                        break
            soup = BeautifulSoup(body[:LIMIT], "html.parser")
            for tag in soup(["script", "style", "nav", "footer"]):
                tag.decompose()
            return soup.get_text("\n", strip=True)
    raise NotAllowed("too many redirects")
