"""Regions and the addresses of their API."""

from __future__ import annotations

from dataclasses import dataclass

REGIONS = frozenset(
    {
        "eu-west-1",
        "eu-central-1",
        "eu-north-1",
        "us-east-1",
        "us-east-2",
        "us-west-1",
        "ap-south-1",
        "ap-east-1",
        "sa-east-1",
    }
)


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
    if region not in REGIONS:
        raise UnknownRegion(f"regions are {', '.join(sorted(REGIONS))}")
    return Endpoint(region)
