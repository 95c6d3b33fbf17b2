import ipaddress
import socket
from urllib.parse import urlsplit


class Refused(ValueError):
    """The address is not one that may be fetched."""


def check(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or parts.port not in (None, 443):
        raise Refused("only https addresses")
    for info in socket.getaddrinfo(parts.hostname, 443, proto=socket.IPPROTO_TCP):
        if not ipaddress.ip_address(info[4][0]).is_global:
            raise Refused("not a public address")
    return url
