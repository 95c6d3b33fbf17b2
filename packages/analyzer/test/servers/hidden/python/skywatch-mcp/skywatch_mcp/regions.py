"""Regions and the addresses of their API."""

from __future__ import annotations

import re
from dataclasses import dataclass

_REGION = re.compile(r"(eu|us|ap|sa)-(north|south|east|west|central)-\d")


class UnknownRegion(ValueError):
    pass


@dataclass(frozen=True)
class Endpoint:
    region: str
    version: str = "v2"

    @property
    def base(self) -> str:
        return f"https://{self.region}.api.skywatch.dev/{self.version}"

    def url(self, *segments: str | int) -> str:
        return "/".join([self.base, *(str(segment) for segment in segments)])


def endpoint(region: str) -> Endpoint:
    """The endpoint of a region such as `eu-west-1`."""
    region = region.strip().lower()
    if not _REGION.match(region):
        raise UnknownRegion("regions look like eu-west-1")
    return Endpoint(region)
