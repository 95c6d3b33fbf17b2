from dataclasses import dataclass

from defusedxml import ElementTree


@dataclass
class Feed:
    title: str
    icon: str | None
    items: list[dict]


def parse(data: bytes) -> Feed:
    channel = ElementTree.fromstring(data).find("channel")
    if channel is None:
        raise ValueError("no RSS channel")
    items = [
        {"title": (item.findtext("title") or "")[:200], "link": (item.findtext("link") or "")[:500]}
        for item in channel.findall("item")[:30]
    ]
    return Feed((channel.findtext("title") or "")[:200], channel.findtext("image/url"), items)
