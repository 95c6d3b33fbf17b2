"""Resolve a host to an address that is reachable from the whole internet."""

from __future__ import annotations

import asyncio
import ipaddress
import socket


class NotPublic(ValueError):
    pass


def is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast


async def public_address(host: str, port: int, timeout: float = 5.0) -> str:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(timeout):
            answers = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, TimeoutError):
        raise NotPublic("the host of the hook cannot be resolved") from None
    addresses = [answer[4][0] for answer in answers]
    if not addresses or not all(is_public(address) for address in addresses):
        raise NotPublic("the host of the hook is not public")
    return addresses[0]
