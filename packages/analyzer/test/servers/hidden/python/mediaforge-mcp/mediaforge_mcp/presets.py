"""The encodings a client can choose from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    name: str
    suffix: str
    summary: str
    encoder: tuple[str, ...]


_ALL = (
    Preset("podcast", ".mp3", "mono mp3, 96 kbit/s", ("-ac", "1", "-c:a", "libmp3lame", "-b:a", "96k")),
    Preset("archive", ".flac", "lossless flac", ("-c:a", "flac", "-compression_level", "8")),
    Preset("mobile", ".opus", "opus, 64 kbit/s", ("-c:a", "libopus", "-b:a", "64k")),
    Preset("editing", ".wav", "16 bit wav, 48 kHz", ("-c:a", "pcm_s16le", "-ar", "48000")),
)

PRESETS = {preset.name: preset for preset in _ALL}


def lookup(name: str) -> Preset:
    try:
        return PRESETS[name]
    except KeyError:
        raise ValueError(f"unknown preset; choose one of {', '.join(sorted(PRESETS))}") from None
