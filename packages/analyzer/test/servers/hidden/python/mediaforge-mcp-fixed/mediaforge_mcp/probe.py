"""Technical data of a track."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from .config import Settings
from .runner import capture


@dataclass(frozen=True)
class TrackInfo:
    codec: str
    seconds: float
    bit_rate: int
    channels: int
    sample_rate: int

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


async def probe(settings: Settings, path: Path) -> TrackInfo:
    raw = await capture(
        [
            settings.ffprobe,
            "-v", "error",
            "-protocol_whitelist", "file",
            "-select_streams", "a:0",
            "-show_entries", "stream=codec_name,channels,sample_rate:format=duration,bit_rate",
            "-of", "json",
            str(path),
        ],
        timeout=min(settings.timeout, 30.0),
    )
    document = json.loads(raw)
    stream = (document.get("streams") or [{}])[0]
    container = document.get("format") or {}
    return TrackInfo(
        codec=str(stream.get("codec_name", "unknown"))[:32],
        seconds=float(container.get("duration") or 0.0),
        bit_rate=int(container.get("bit_rate") or 0),
        channels=int(stream.get("channels") or 0),
        sample_rate=int(stream.get("sample_rate") or 0),
    )
