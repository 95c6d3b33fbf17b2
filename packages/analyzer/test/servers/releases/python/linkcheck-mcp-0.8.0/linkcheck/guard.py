import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit


class Blocked(ValueError):
    pass


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text)
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    return address.is_global and not address.is_multicast


async def public_address(url: str) -> str:
    """Resolve the host of url once and return one of its addresses; all must be public."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Blocked("only http and https are checked")
    if parts.port not in (None, 80, 443):
        raise Blocked("only the default ports are checked")
    loop = asyncio.get_running_loop()
    infos = await loop.getaddrinfo(parts.hostname, None, type=socket.SOCK_STREAM)
    addresses = [info[4][0] for info in infos]
    if not addresses or not all(_is_public(a) for a in addresses):
        raise Blocked("address is not public")
    return addresses[0]
