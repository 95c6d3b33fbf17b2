"""The MCP surface."""

from __future__ import annotations

import logging
import sys
from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from . import presets
from .config import ConfigError, Settings
from .library import Library
from .pipeline import Pipeline
from .probe import probe
from .runner import run_pipeline

Name = Annotated[str, Field(min_length=1, max_length=240, description="track, relative to the library")]
Tag = Annotated[str, Field(max_length=160)]


def _clean(value: str) -> str:
    """Tags are single lines of printable text."""
    return "".join(char for char in value if char.isprintable()).strip()


def conversion(settings: Settings, source: str, target: str, preset: presets.Preset, **tags: str) -> Pipeline:
    """Decode and level in one process, encode and tag in another."""
    return (
        Pipeline()
        .stage(settings.ffmpeg, "-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe")
        .add("-i", source, "-vn", "-af", "loudnorm=I=-16:TP=-1.5", "-f", "wav", "pipe:1")
        .stage(settings.ffmpeg, "-v", "error", "-n", "-f", "wav", "-i", "pipe:0")
        .add(*preset.encoder, "-fs", str(settings.max_bytes))
        .tags(**{key: _clean(value) for key, value in tags.items()})
        .add(target)
    )


def build(settings: Settings) -> FastMCP:
    mcp = FastMCP("mediaforge")
    library = Library(settings.library, settings.output)

    @mcp.tool()
    def list_tracks(limit: Annotated[int, Field(ge=1, le=500)] = 100) -> list[str]:
        """List audio tracks of the library, relative to its folder."""
        return library.tracks(limit)

    @mcp.tool()
    def list_presets() -> dict[str, str]:
        """Names and meaning of the conversion presets."""
        return {preset.name: preset.summary for preset in presets.PRESETS.values()}

    @mcp.tool()
    async def probe_track(name: Name) -> dict[str, object]:
        """Codec, duration, bit rate and channels of one track."""
        info = await probe(settings, library.source(name))
        return info.as_dict()

    @mcp.tool()
    async def convert_track(
        name: Name,
        preset: Annotated[str, Field(max_length=20)],
        title: Tag = "",
        artist: Tag = "",
        album: Tag = "",
    ) -> str:
        """Convert one track with a preset, level its loudness and set its tags."""
        chosen = presets.lookup(preset)
        source = library.source(name)
        target = library.target(source.stem, chosen.suffix)
        pipeline = conversion(
            settings, str(source), str(target), chosen, title=title, artist=artist, album=album
        )
        await run_pipeline(pipeline, settings.timeout)
        return f"wrote {target.name}"

    return mcp


def main() -> None:
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    try:
        settings = Settings.from_env()
    except (ConfigError, ValueError) as error:
        raise SystemExit(f"mediaforge-mcp: {error}") from None
    build(settings).run()


if __name__ == "__main__":
    main()
