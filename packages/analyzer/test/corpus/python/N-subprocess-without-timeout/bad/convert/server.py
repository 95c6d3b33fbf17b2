import os
from pathlib import Path
from typing import Literal

from fastmcp import FastMCP

from .process import run

mcp = FastMCP("podcast")

SOURCES = Path(os.environ.get("PODCAST_DIR", "/srv/podcast")).resolve()
BITRATES = {"small": "64k", "normal": "128k", "large": "192k"}


@mcp.tool(annotations={"destructiveHint": True})
async def encode_episode(number: int, quality: Literal["small", "normal", "large"] = "normal") -> str:
    """Encode an episode as MP3, replacing an earlier encoding."""
    source = SOURCES / f"episode-{number:04d}.wav"
    if not source.is_file():
        return "no such episode"
    target = source.with_suffix(".mp3")
    done = await run("ffmpeg", "-nostdin", "-y", "-i", str(source), "-b:a", BITRATES[quality], str(target))
    return "encoded" if done else "the encoder failed"


if __name__ == "__main__":
    mcp.run()
